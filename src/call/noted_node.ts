// Wraps the node that a tool gets, to note which files it opens and which folders it lists.

import { joinLocation } from "../disk/names.ts";
import type { SealedDirectory, SealedFile, SealedNode } from "../disk/types.ts";
import type { CallNotes } from "./call_notes.ts";

export function noteUse(node: SealedNode, notes: CallNotes): SealedNode {
  if (node.kind === "file") return noteFile(node, notes);
  return node.kind === "directory" ? noteDirectory(node, notes) : node;
}

function noteFile(file: SealedFile, notes: CallNotes): SealedFile {
  return {
    kind: "file",
    inner: file.inner,
    ...toSealed(file),
    stamp: () => file.stamp(),
    read: (limitBytes, clock) => {
      notes.noteFile(file.location);
      return file.read(limitBytes, clock);
    },
    openContent: (clock) => {
      notes.noteFile(file.location);
      return file.openContent(clock);
    },
  };
}

function noteDirectory(directory: SealedDirectory, notes: CallNotes): SealedDirectory {
  const { location } = directory;
  return {
    kind: "directory",
    inner: directory.inner,
    ...toSealed(directory),
    list: (request, clock) => {
      notes.noteDirectory(location);
      return directory.list(request, clock);
    },
    childMetadata: (rawNames, clock) => {
      notes.noteDirectory(location);
      return directory.childMetadata(rawNames, clock);
    },
    lookUp: (askedNames, clock) => {
      notes.noteDirectory(location);
      return directory.lookUp(askedNames, clock);
    },
    openChild: async (raw, clock) => noteDirectory(await directory.openChild(raw, clock), notes),
    openChildFile: async (raw, limitBytes, clock) => {
      const child = await directory.openChildFile(raw, limitBytes, clock);
      if (child.fault === null) notes.noteFile(joinLocation(location, raw));
      return child;
    },
  };
}

/** The members that all kinds share. */
function toSealed(node: SealedNode) {
  return {
    location: node.location,
    names: node.names,
    metadata: () => node.metadata(),
    ownerUid: () => node.ownerUid(),
    close: () => node.close(),
    [Symbol.dispose]: () => node.close(),
  };
}
