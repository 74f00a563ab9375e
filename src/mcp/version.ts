// The version of the package, also the one that a server tells its clients by default. A test compares it with package.json.

export const VERSION = "0.1.0";
