// Distinguishes text from binary files, and finds the media type of images, sounds and documents. For a file that is read, the name is not
// enough: the first bytes must agree, so that no text is taken for an image. For a list, the name must do.

interface MediaType {
  readonly type: string;
  readonly extensions: readonly string[];
  /** The magic bytes of such files, one character per byte, and their offset. */
  readonly begins: readonly (readonly [offset: number, bytes: string])[];
  /** Whether it may be valid text. */
  readonly mayBeText?: true;
}

const MEDIA_TYPES: readonly MediaType[] = [
  { type: "image/png", extensions: ["png"], begins: [[0, "\x89PNG\r\n\x1a\n"]] },
  { type: "image/jpeg", extensions: ["jpg", "jpeg"], begins: [[0, "\xff\xd8\xff"]] },
  { type: "image/gif", extensions: ["gif"], begins: [[0, "GIF8"]] },
  {
    type: "image/webp",
    extensions: ["webp"],
    begins: [
      [0, "RIFF"],
      [8, "WEBP"],
    ],
  },
  { type: "image/avif", extensions: ["avif"], begins: [[4, "ftypavi"]] },
  { type: "image/bmp", extensions: ["bmp"], begins: [[0, "BM"]] },
  { type: "image/vnd.microsoft.icon", extensions: ["ico"], begins: [[0, "\0\0\x01\0"]] },
  { type: "audio/mpeg", extensions: ["mp3"], begins: [[0, "ID3"]] },
  { type: "audio/mpeg", extensions: ["mp3"], begins: [[0, "\xff\xfb"]] },
  {
    type: "audio/wav",
    extensions: ["wav"],
    begins: [
      [0, "RIFF"],
      [8, "WAVE"],
    ],
  },
  { type: "audio/ogg", extensions: ["ogg", "oga", "opus"], begins: [[0, "OggS"]] },
  { type: "audio/flac", extensions: ["flac"], begins: [[0, "fLaC"]] },
  { type: "audio/mp4", extensions: ["m4a"], begins: [[4, "ftyp"]] },
  { type: "application/pdf", extensions: ["pdf"], begins: [[0, "%PDF-"]], mayBeText: true },
];

const UNKNOWN = "application/octet-stream";
const TEXT = "text/plain";
/** Endings that say what a file most likely is: text, or bytes without a type of their own. */
const LIKELY: readonly Pick<MediaType, "type" | "extensions">[] = [
  {
    type: TEXT,
    extensions: (
      "adoc astro bash bat bazel c cc cfg cjs clj cmake cmd conf cpp cs css csv cxx dart diff el ex exs fish fs go gql gradle graphql h hh " +
      "hpp hrl hs htm html ini ipynb java jl js json json5 jsonc jsonl jsx kt kts less lock log lua m md mdx mjs mk ml mm mts cts nim nix " +
      "patch php pl pm properties proto ps1 py pyi r rb rs rst sass scala scss sh sql svelte svg swift tcl tex tf toml ts tsv tsx txt vim " +
      "vue xhtml xml yaml yml zig zsh"
    ).split(" "),
  },
  {
    type: UNKNOWN,
    extensions:
      "7z a bin bz2 class dll dylib eot exe gz jar o otf pyc so tar tgz ttf wasm whl woff woff2 xz zip zst".split(" "),
  },
];
/** The same as for read_file. */
const BINARY_PROBE_BYTES = 8192;
const LONGEST_BEGINNING = 16;

/** Null for a text. */
export function findMediaType(path: string, bytes: Uint8Array): string | null {
  const isBinary = bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);
  const media = findMedia(path, bytes);
  if (media !== undefined && (isBinary || media.mayBeText || !isUtf8(bytes))) return media.type;
  return isBinary ? UNKNOWN : null;
}

/** By the name alone; null if its ending is not known. */
export function guessMediaType(path: string): string | null {
  const extension = extensionOf(path);
  return [...MEDIA_TYPES, ...LIKELY].find(({ extensions }) => extensions.includes(extension))?.type ?? null;
}

function extensionOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

function findMedia(path: string, bytes: Uint8Array): MediaType | undefined {
  const extension = extensionOf(path);
  const start = Buffer.from(bytes.subarray(0, LONGEST_BEGINNING)).toString("latin1");
  return MEDIA_TYPES.find(
    ({ extensions, begins }) =>
      extensions.includes(extension) && begins.every(([offset, text]) => start.startsWith(text, offset)),
  );
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
