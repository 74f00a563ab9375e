// For values that are made when they are first needed: a process often uses one tool, and each takes a part of a millisecond to make.

/** Calls `make` at most once. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
