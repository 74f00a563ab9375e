// Tells what a directory of Linux says about its names, by the kind of its disk.

import { statfsSync } from "node:fs";

// statfs(2): ext, XFS, Btrfs, ZFS, F2FS, bcachefs, tmpfs, ramfs, overlay.
const WITHOUT_SHORT_NAMES: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x01021994, 0x858458f6, 0x794c7630,
]);

/**
 * Whether names in the directory may have short names that lead to them, as on FAT and NTFS. Behind 9P, FUSE and network disks there may be
 * such a disk: a folder of Windows in WSL is one.
 */
export function mayMakeShortNames(directory: string | Buffer): boolean {
  return !WITHOUT_SHORT_NAMES.has(statfsSync(directory).type);
}

// statfs(2): ext, XFS, tmpfs, overlay.
const WITH_TELLING_SIZES: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x01021994, 0x794c7630]);

/** Whether the size of a directory tells the number of its names. */
export function tellsNamesBySize(directory: string): boolean {
  return WITH_TELLING_SIZES.has(statfsSync(directory).type);
}
