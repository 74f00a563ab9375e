// Which Node runs the command line. Imports nothing, and its syntax is old: it is loaded by whatever Node there is.

/** As `engines` in package.json says. */
export const LEAST_NODE = 20;

/** Null: this version will do. */
export function whyNotNode(version: string): string | null {
  if (Number.parseInt(version, 10) >= LEAST_NODE) return null;
  return `needs Node ${LEAST_NODE} or later, and this is Node ${version}`;
}
