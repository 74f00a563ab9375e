// Tells whether the event loop may have had a turn since an earlier moment: then facts about the disk must be read again.

let run = 0;
let hasBegun = false;

/** The same number until the process has handled all pending microtasks. While it is the same, no call has waited for a timer, a person or the disk. */
export function currentRun(): number {
  if (!hasBegun) {
    hasBegun = true;
    run += 1;
    queueMicrotask(endRun);
  }
  return run;
}

function endRun(): void {
  hasBegun = false;
}
