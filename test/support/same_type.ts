// Whether two types are identical, including `readonly`, `?` and field names. The type checker answers.

/** `true` or `false`; a test compares a constant of this type. */
export type IsSame<A, B> =
  (<T>() => T extends Written<A> ? 1 : 2) extends <T>() => T extends Written<B> ? 1 : 2 ? true : false;

/** Flattens intersections into one object, at every depth. */
type Written<T> = T extends object ? { [Key in keyof T]: Written<T[Key]> } : T;
