// A field for a path. Fields change some characters (line breaks): until somebody edits it, the path is exactly the one that was put in.

export class PathField {
  readonly #input: { value: string };
  #given = "";
  #shown = "";

  constructor(input: { value: string }) {
    this.#input = input;
  }

  set(path: string): void {
    this.#given = path === "." ? "" : path;
    this.#input.value = this.#given;
    this.#shown = this.#input.value;
  }

  /** Empty: none. */
  get exact(): string {
    const { value } = this.#input;
    return value === this.#shown ? this.#given : value;
  }
}
