// The version of the package. A test compares it with package.json: reading that file would need the file system.

export const VERSION = "0.1.0";
