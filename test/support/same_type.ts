// Whether two types are one and the same, which the type checker answers: `readonly`, `?` and the names of fields included.

/** `true` or `false`; a constant of this type is what a test compares. */
export type IsSame<A, B> =
  (<T>() => T extends Written<A> ? 1 : 2) extends <T>() => T extends Written<B> ? 1 : 2 ? true : false;

/** An intersection written out as the one object that it is, at every depth. */
type Written<T> = T extends object ? { [Key in keyof T]: Written<T[Key]> } : T;
