// The version of the package, which servers report by default. A test compares it with package.json.

export const VERSION = "0.1.0";
