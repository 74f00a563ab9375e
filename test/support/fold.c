// Mounts a folder so that letter case does not tell names apart, and runs a command beside it: `fold MOUNTPOINT FOLDER COMMAND...`. Names
// keep the case they were made with, as on APFS, NTFS and ext4 with casefold. Each also has a short name, as on FAT and NTFS: HIDDEN~1 leads
// to "Hidden Folder". Run it in a mount namespace of its own. Ends as the command does, or with 125 if it cannot mount. Only ASCII letters
// are folded. Nothing is cached, so that every look-up is answered anew.
#define _GNU_SOURCE
#define FUSE_USE_VERSION 31
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int folder = -1;

// Six letters, a number, and three letters of what is behind the last dot. Two files may share one: then it leads to either.
static void shorten(const char *name, char *brief) {
  const char *dot = strrchr(name, '.');
  int length = 0;
  if (dot == name) dot = NULL;
  for (const char *at = name; *at != '\0' && at != dot && length < 6; at++)
    if (*at != '.' && *at != ' ') brief[length++] = toupper(*at);
  length += sprintf(brief + length, "~1");
  if (dot != NULL) sprintf(brief + length, "%.4s", dot);
}

static int leads_to(const char *asked, const char *name) {
  char brief[16];
  shorten(name, brief);
  return strcasecmp(asked, name) == 0 || strcasecmp(asked, brief) == 0;
}

// The name in `parent` that `name` leads to; `name` itself if there is none.
static void spell(const char *parent, char *name) {
  struct stat ignored;
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", parent, name);
  if (fstatat(folder, path, &ignored, AT_SYMLINK_NOFOLLOW) == 0) return;
  int fd = openat(folder, parent, O_RDONLY | O_DIRECTORY);
  DIR *listing = fd < 0 ? NULL : fdopendir(fd);
  if (listing == NULL) return;
  for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
    if (!leads_to(name, entry->d_name)) continue;
    strcpy(name, entry->d_name);
    break;
  }
  closedir(listing);
}

// The path below `folder`, as it is spelled there.
static char *find(const char *asked, char *found) {
  char words[PATH_MAX], *rest = words;
  struct stat ignored;
  // Mostly it is spelled as it is there.
  if (snprintf(found, PATH_MAX, ".%s", asked) < PATH_MAX && fstatat(folder, found, &ignored, AT_SYMLINK_NOFOLLOW) == 0) return found;
  strcpy(found, ".");
  snprintf(words, sizeof words, "%s", asked);
  for (char *word = strsep(&rest, "/"); word != NULL; word = strsep(&rest, "/")) {
    if (*word == '\0') continue;
    char name[NAME_MAX + 1];
    if (strlen(word) > NAME_MAX) return NULL;
    strcpy(name, word);
    spell(found, name);
    if (strlen(found) + strlen(name) + 2 > PATH_MAX) return NULL;
    strcat(strcat(found, "/"), name);
  }
  return found;
}

#define FIND(asked) \
  char found[PATH_MAX]; \
  if (find(asked, found) == NULL) return -ENAMETOOLONG;
#define ANSWER(call) return (call) < 0 ? -errno : 0

static int get_attributes(const char *path, struct stat *stats, struct fuse_file_info *file) {
  if (file != NULL) ANSWER(fstat(file->fh, stats));
  FIND(path);
  ANSWER(fstatat(folder, found, stats, AT_SYMLINK_NOFOLLOW));
}

static int read_link(const char *path, char *target, size_t size) {
  FIND(path);
  ssize_t length = readlinkat(folder, found, target, size - 1);
  if (length < 0) return -errno;
  target[length] = '\0';
  return 0;
}

static int make_directory(const char *path, mode_t mode) {
  FIND(path);
  ANSWER(mkdirat(folder, found, mode));
}

static int make_node(const char *path, mode_t mode, dev_t device) {
  FIND(path);
  ANSWER(mknodat(folder, found, mode, device));
}

static int make_link(const char *target, const char *path) {
  FIND(path);
  ANSWER(symlinkat(target, folder, found));
}

static int make_hard_link(const char *from, const char *path) {
  char source[PATH_MAX];
  FIND(path);
  if (find(from, source) == NULL) return -ENAMETOOLONG;
  ANSWER(linkat(folder, source, folder, found, 0));
}

static int remove_file(const char *path) {
  FIND(path);
  ANSWER(unlinkat(folder, found, 0));
}

static int remove_directory(const char *path) {
  FIND(path);
  ANSWER(unlinkat(folder, found, AT_REMOVEDIR));
}

// A name that changes only its case keeps its file.
static int move(const char *from, const char *to, unsigned int flags) {
  char source[PATH_MAX];
  FIND(to);
  if (find(from, source) == NULL) return -ENAMETOOLONG;
  if (strcmp(source, found) == 0) strcpy(strrchr(found, '/'), strrchr(to, '/'));
  ANSWER(renameat2(folder, source, folder, found, flags));
}

static int change_mode(const char *path, mode_t mode, struct fuse_file_info *file) {
  if (file != NULL) ANSWER(fchmod(file->fh, mode));
  FIND(path);
  ANSWER(fchmodat(folder, found, mode, 0));
}

static int change_owner(const char *path, uid_t user, gid_t group, struct fuse_file_info *file) {
  (void)file;
  FIND(path);
  ANSWER(fchownat(folder, found, user, group, AT_SYMLINK_NOFOLLOW));
}

static int change_times(const char *path, const struct timespec times[2], struct fuse_file_info *file) {
  if (file != NULL) ANSWER(futimens(file->fh, times));
  FIND(path);
  ANSWER(utimensat(folder, found, times, AT_SYMLINK_NOFOLLOW));
}

static int cut(const char *path, off_t size, struct fuse_file_info *file) {
  if (file != NULL) ANSWER(ftruncate(file->fh, size));
  FIND(path);
  int fd = openat(folder, found, O_WRONLY);
  int result = fd < 0 || ftruncate(fd, size) < 0 ? -errno : 0;
  if (fd >= 0) close(fd);
  return result;
}

static int open_file(const char *path, struct fuse_file_info *file) {
  FIND(path);
  int fd = openat(folder, found, file->flags | O_NOFOLLOW);
  if (fd < 0) return -errno;
  file->fh = fd;
  return 0;
}

static int create_file(const char *path, mode_t mode, struct fuse_file_info *file) {
  FIND(path);
  int fd = openat(folder, found, file->flags | O_CREAT | O_NOFOLLOW, mode);
  if (fd < 0) return -errno;
  file->fh = fd;
  return 0;
}

static int read_file(const char *path, char *bytes, size_t size, off_t at, struct fuse_file_info *file) {
  (void)path;
  ssize_t length = pread(file->fh, bytes, size, at);
  return length < 0 ? -errno : length;
}

static int write_file(const char *path, const char *bytes, size_t size, off_t at, struct fuse_file_info *file) {
  (void)path;
  ssize_t length = pwrite(file->fh, bytes, size, at);
  return length < 0 ? -errno : length;
}

static int close_file(const char *path, struct fuse_file_info *file) {
  (void)path;
  close(file->fh);
  return 0;
}

static int list(const char *path, void *answer, fuse_fill_dir_t add, off_t at, struct fuse_file_info *file,
                enum fuse_readdir_flags flags) {
  (void)at, (void)file, (void)flags;
  FIND(path);
  int fd = openat(folder, found, O_RDONLY | O_DIRECTORY);
  DIR *listing = fd < 0 ? NULL : fdopendir(fd);
  if (listing == NULL) return -errno;
  for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
    struct stat stats = {.st_ino = entry->d_ino, .st_mode = (mode_t)entry->d_type << 12};
    if (add(answer, entry->d_name, &stats, 0, 0) != 0) break;
  }
  closedir(listing);
  return 0;
}

static void *start(struct fuse_conn_info *connection, struct fuse_config *config) {
  (void)connection;
  config->use_ino = 1;
  config->hard_remove = 1;
  config->entry_timeout = config->attr_timeout = config->negative_timeout = 0;
  return NULL;
}

static const struct fuse_operations OPERATIONS = {
    .init = start, .getattr = get_attributes, .readlink = read_link, .mkdir = make_directory, .mknod = make_node,
    .symlink = make_link, .link = make_hard_link, .unlink = remove_file, .rmdir = remove_directory, .rename = move,
    .chmod = change_mode, .chown = change_owner, .utimens = change_times, .truncate = cut, .open = open_file,
    .create = create_file, .read = read_file, .write = write_file, .release = close_file, .readdir = list,
};

static pid_t serve(struct fuse *disk) {
  pid_t server = fork();
  if (server != 0) return server;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // What is made gets the mode that was asked for: the kernel has applied the mask of whoever asked.
  umask(0);
  _exit(fuse_loop(disk));
}

static pid_t run(char **words) {
  pid_t command = fork();
  if (command != 0) return command;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execvp(words[0], words);
  _exit(127);
}

int main(int count, char **words) {
  if (count < 4) return 2;
  folder = open(words[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  char *own[] = {words[0], "-odefault_permissions,allow_other", NULL};
  struct fuse_args args = FUSE_ARGS_INIT(2, own);
  struct fuse *disk = fuse_new(&args, &OPERATIONS, sizeof OPERATIONS, NULL);
  if (folder < 0 || disk == NULL || fuse_mount(disk, words[1]) != 0) return 125;
  int status = 125 << 8;
  pid_t server = serve(disk);
  if (server > 0) waitpid(run(words + 3), &status, 0);
  umount2(words[1], MNT_DETACH);
  kill(server, SIGKILL);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
