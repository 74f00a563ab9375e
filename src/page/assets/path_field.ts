// A field for a path. Input fields change some characters (line breaks), so the exact path is kept until somebody edits the field.

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

  /** Empty if there is none. */
  get exact(): string {
    const { value } = this.#input;
    return value === this.#shown ? this.#given : value;
  }
}
