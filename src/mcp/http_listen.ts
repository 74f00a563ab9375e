// Listens on an address, determines the host names that clients may use, and builds the URL to print.

import type { Server } from "node:net";
import type { Log } from "./log.ts";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const WILDCARDS = ["0.0.0.0", "[::]"];

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use",
  EACCES: "permission denied",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "there is no such host",
};

/** Returns the port. Throws if the address is not available. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  // The system would listen on all addresses.
  if (host === "") throw new Error("the host must not be empty; 127.0.0.1 is for this machine only");
  return new Promise((resolve, reject) => {
    server.once("error", (error) =>
      reject(new Error(`cannot listen on ${toAuthority(host, port)}: ${toReason(error)}`)),
    );
    server.listen({ host: host.replace(/^\[(.*)\]$/, "$1"), port }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(toName(host)) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export function warnIfExposed(host: string, log: Log): void {
  if (isLoopback(host)) return;
  log(`${host} can be reached from other machines, and nothing is encrypted; put a proxy with TLS in front of it`);
}

/** The values that a `Host` header may have. A wildcard address has no name, so its owner must list the names. */
export function chooseHostNames(host: string, allowed: readonly string[]): ReadonlySet<string> {
  const own = WILDCARDS.includes(toName(host)) ? [] : [host];
  return new Set([...LOOPBACK_NAMES, ...own, ...allowed].map(toName));
}

/** A URL that works on this machine. */
export function toUrl(host: string, port: number, path: string): string {
  return `http://${toAuthority(WILDCARDS.includes(toName(host)) ? "127.0.0.1" : host, port)}${path}`;
}

function toAuthority(host: string, port: number): string {
  return `${toName(host)}:${port}`;
}

/** As in a `Host` header: lower case, IPv6 in brackets. */
function toName(host: string): string {
  const name = host.toLowerCase();
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}

function toReason(error: Error): string {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return REASONS[code] ?? `the system refused${code && ` (${code})`}`;
}
