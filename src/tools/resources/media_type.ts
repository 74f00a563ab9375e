// Distinguishes text from binary files, and finds the media type of images, sounds and documents. The name is not enough: the first bytes
// must agree, so that no text is taken for an image.

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

function findMedia(path: string, bytes: Uint8Array): MediaType | undefined {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();
  const start = Buffer.from(bytes.subarray(0, LONGEST_BEGINNING)).toString("latin1");
  return MEDIA_TYPES.find(
    ({ extensions, begins }) =>
      extensions.includes(extension ?? "") && begins.every(([offset, text]) => start.startsWith(text, offset)),
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
