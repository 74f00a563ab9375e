import { describe, expect, test } from "vitest";
import { findMediaType } from "../../../src/tools/resources/media_type.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

const BEGINNINGS: readonly [path: string, begins: string, type: string][] = [
  ["a.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"],
  ["dir.x/A.JPEG", "\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"],
  ["a.jpg", "\xff\xd8\xff\xe1", "image/jpeg"],
  ["a.gif", "GIF89a\x01\0\x01\0\x80\0\0", "image/gif"],
  ["a.webp", "RIFF\x24\0\0\0WEBPVP8 ", "image/webp"],
  ["a.avif", "\0\0\0\x1cftypavif", "image/avif"],
  ["a.bmp", "BM\x36\0\0\0\0\0\0\0", "image/bmp"],
  ["a.ico", "\0\0\x01\0\x01\0", "image/vnd.microsoft.icon"],
  ["a.mp3", "ID3\x04\0\0", "audio/mpeg"],
  ["a.mp3", "\xff\xfb\x90\x44", "audio/mpeg"],
  ["a.wav", "RIFF\x24\0\0\0WAVEfmt ", "audio/wav"],
  ["a.ogg", "OggS\0\x02", "audio/ogg"],
  ["a.flac", "fLaC\0\0\0\x22", "audio/flac"],
  ["a.m4a", "\0\0\0\x20ftypM4A ", "audio/mp4"],
  ["a.pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "application/pdf"],
  ["a.pdf", "%PDF-1.0\nall ASCII\n", "application/pdf"],
];

describe("the media type of a file", () => {
  test.each(BEGINNINGS)("%s that begins with %j is %s", (path, begins, type) => {
    expect(findMediaType(path, bytes(begins))).toBe(type);
    // By its bytes alone it is none of them, nor by the name of another.
    for (const other of ["a", "png", "a.txt", "a.png.txt", path.startsWith("a.wav") ? "a.webp" : "a.wav"])
      expect(findMediaType(other, bytes(begins))).toBe(begins.includes("\0") ? "application/octet-stream" : null);
  });

  test("a text is a text, whatever its name and its first letters are", () => {
    for (const [path] of BEGINNINGS) expect(findMediaType(path, bytes("just text\n"))).toBe(null);
    for (const [path, begins] of [
      ["a.gif", "GIF89a, said he"],
      ["a.bmp", "BM\n"],
      ["a.mp3", "ID3 tags"],
      ["a.webp", "RIFF....WEBP"],
    ] as const)
      expect(findMediaType(path, bytes(begins))).toBe(null);
    expect(findMediaType("a.svg", bytes("<svg/>"))).toBe(null);
    expect(findMediaType("empty.png", bytes(""))).toBe(null);
  });

  test("a NUL counts in the first 8,192 bytes, as for read_file", () => {
    expect(findMediaType("a", bytes(`${"x".repeat(8191)}\0`))).toBe("application/octet-stream");
    expect(findMediaType("a", bytes(`${"x".repeat(8192)}\0`))).toBe(null);
  });
});
