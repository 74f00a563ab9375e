// The version that a server tells its clients if its owner sets none. A test compares it with package.json.

export const VERSION = "0.1.0";
