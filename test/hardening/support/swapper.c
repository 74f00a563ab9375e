// Exchanges entries with other ones in one step of the kernel, as fast as it goes, until its time is up or whoever started it
// is gone. Arguments: MILLISECONDS, REST (its longest rest, in microseconds), then PATH and SPARE for each pair, then `--`, FROM and TO
// for each entry that is renamed while the pairs are exchanged, and renamed back before they are exchanged again. Prints `ready`, then
// now and then the number of swaps so far. Compiled when a campaign starts; where it cannot be, test/support/swapper.mjs does the work.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <fcntl.h>

#define EXCHANGE 2 // RENAME_EXCHANGE, renameat2(2)

static uint32_t state = 2463534242u;

static uint32_t next_random(void) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

// What proves that a directory stands still answers only between two swaps: so there are rests, some as short as a call.
static void rest(long longest_ns) {
  static const long parts[] = {1, 10, 100};
  uint32_t choice = next_random() % 4;
  struct timespec pause = {0, choice == 3 ? 0 : longest_ns / parts[choice]};
  if (pause.tv_nsec > 0) nanosleep(&pause, NULL);
}

static int exchange_all(char **words, int from, int to) {
  for (int i = from; i + 1 < to; i += 2)
    if (syscall(SYS_renameat2, AT_FDCWD, words[i], AT_FDCWD, words[i + 1], EXCHANGE) != 0) return 1;
  return 0;
}

// Out: the exchanges, then the renamings. Back: the same, the last first.
static int swap(char **words, int dashes, int count, int is_out) {
  if (is_out && exchange_all(words, 3, dashes) != 0) return 1;
  for (int i = dashes + 1; is_out && i + 1 < count; i += 2)
    if (rename(words[i], words[i + 1]) != 0) return 1;
  for (int i = count - 2; !is_out && i > dashes; i -= 2)
    if (rename(words[i + 1], words[i]) != 0) return 1;
  return is_out ? 0 : exchange_all(words, 3, dashes);
}

int main(int count, char **words) {
  if (count < 5) return 2;
  int dashes = 3;
  while (dashes < count && strcmp(words[dashes], "--") != 0) dashes++;
  int is_out = 0;
  double end = now_ms() + atof(words[1]);
  long longest_ns = atol(words[2]) * 1000;
  pid_t starter = getppid();
  unsigned long swaps = 0;
  printf("ready\n");
  fflush(stdout);
  for (unsigned burst = 0; now_ms() < end && getppid() == starter; burst++) {
    int is_restless = burst / 256 % 2;
    for (uint32_t left = 1 + next_random() % 32; left > 0; left--) {
      is_out = !is_out;
      if (swap(words, dashes, count, is_out) != 0) return 1;
      swaps += (dashes - 3) / 2;
    }
    if (!is_restless) rest(longest_ns);
    if (burst % 64 == 0) {
      printf("%lu\n", swaps);
      fflush(stdout);
    }
  }
  printf("%lu\n", swaps);
  return 0;
}
