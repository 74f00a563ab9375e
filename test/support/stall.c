// Mounts a file system that never answers, and runs a command beside it: `stall MOUNTPOINT COMMAND...`. Whatever touches it waits until
// this program ends. Run it in a mount namespace of its own. Prints nothing; ends as the command does, or with 125 if it cannot mount.
// It speaks to /dev/fuse without reading from it: what waits for a request that nobody has read can still be killed. See fuse(4).
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 3) return 2;
  // Closed in the command: with its last descriptor the file system is gone, and whoever waits gets an error.
  int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  if (device < 0) return 125;
  char options[100];
  snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=%u,group_id=%u", device, getuid(), getgid());
  if (mount("stalled", words[1], "fuse", MS_NOSUID | MS_NODEV, options) != 0) return 125;
  pid_t child = fork();
  if (child < 0) return 125;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execvp(words[2], words + 2);
    _exit(127);
  }
  int status = 0;
  if (waitpid(child, &status, 0) < 0) return 125;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
