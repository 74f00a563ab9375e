// Writes to a file through a memory map. Prints a line once the page is written to for the first time, then overwrites the start of the file
// with each line that it reads, and prints a line. Only the first write changes the times of the file, until the system cleans the page.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
  char line[256];
  int fd = argc == 2 ? open(argv[1], O_RDWR) : -1;
  char *map = fd < 0 ? MAP_FAILED : mmap(NULL, 256, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED) return 1;
  *(volatile char *)map = map[0];
  setvbuf(stdout, NULL, _IOLBF, 0);
  puts("mapped");
  while (fgets(line, sizeof line, stdin)) {
    memcpy(map, line, strcspn(line, "\n"));
    puts("written");
  }
  return 0;
}
