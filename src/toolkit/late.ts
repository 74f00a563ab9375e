// Values that are made when they are first needed: a process often uses one tool, and each of them takes a part of a millisecond to make.

/** Calls `make` at most once. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** An object whose properties are made when they are first read. They can be set, like those of any object. */
export function makeLate<Made extends object>(
  makers: { readonly [Name in keyof Made]: () => Made[Name] & object },
): Made {
  const late = {} as Made;
  for (const name of Object.keys(makers) as (keyof Made)[]) {
    let get: () => Made[keyof Made] = once(makers[name]);
    const set = (value: Made[keyof Made]) => {
      get = () => value;
    };
    Object.defineProperty(late, name, { get: () => get(), set, enumerable: true, configurable: true });
  }
  return late;
}
