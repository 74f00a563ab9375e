// Checks the version of Node. Imports nothing and uses old syntax, because any version of Node may load it.

/** The same as `engines` in package.json. */
export const LEAST_NODE = 20;

/** Null: this version is supported. */
export function whyNotNode(version: string): string | null {
  if (Number.parseInt(version, 10) >= LEAST_NODE) return null;
  return `needs Node ${LEAST_NODE} or later, and this is Node ${version}`;
}
