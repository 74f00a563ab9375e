// The official clients against the server: each client, on each wire, with the server on each runtime, runs the same
// script. In a short run each client on one wire. dist/ must be built.

import { describe, expect, test } from "vitest";
import { serverArguments } from "../support/mcp.ts";
import { makeTree } from "../support/tree.ts";
import { executeHere } from "./execute_here.ts";
import { LEGS, type Leg, openSession, type Session } from "./sessions.ts";

const root = makeTree(["file a.txt one\ntwo\n", "file src/b.ts x"]);

async function runScript(leg: Leg) {
  const session = await openSession(leg, { args: serverArguments(leg.wire, root) });
  try {
    return {
      revision: session.revision(),
      names: await session.listNames(),
      tree: strip(await session.call("tree", { path: ".", entry_kind: "all" })),
      outside: strip(await session.call("read_file", { path: "../x" })),
      unknown: strip(await session.call("none", {})),
      approvals: await askThree(session),
      slow: await runSlow(session, leg),
      // After all the rest: the log comes by another way than the answers.
      touched: count(session, "touch: a.txt"),
    };
  } finally {
    await session.close();
    await session.end();
  }
}

/** Since 2026 the server puts its name into every result; whether a client shows it is not at issue here. */
function strip(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return result;
  return Object.fromEntries(Object.entries(result).filter(([key]) => key !== "_meta"));
}

async function askThree(session: Session) {
  const answers: unknown[] = [];
  for (const says of ["yes", "no", "away"] as const) {
    session.person.says = says;
    const answer = await session.call("touch", { path: "a.txt" }).catch(() => "the client gave up");
    answers.push(strip(answer));
  }
  return { answers, asked: session.person.asked };
}

const count = ({ log }: Session, wanted: string) => log.all.filter((line) => line === wanted).length;

/** Cancels at the first sign of progress. Where that does not reach the server, the end of the connection does. */
async function runSlow(session: Session, { client, wire }: Leg) {
  const controller = new AbortController();
  const seen: number[] = [];
  const onprogress = ({ progress }: { progress: number }) => {
    // On a busy machine the next one may be there already.
    if (controller.signal.aborted) return;
    seen.push(progress);
    controller.abort();
  };
  const call = session.call("slow", { path: "." }, { signal: controller.signal, onprogress });
  const ending = await call.then(
    () => "answered",
    () => "cancelled",
  );
  if (wire === "http" && client !== "v2 modern") await session.close();
  await session.log.find(() => count(session, "slow: CANCELLED") === 1);
  return { seen, ending };
}

async function expected({ client, wire }: Leg) {
  const tree = await executeHere(root, "tree", { path: ".", entry_kind: "all" });
  const toError = async (name: string, args: object) => ({
    content: [{ type: "text", text: (await executeHere(root, name, args)).content }],
    isError: true,
  });
  const refused = await toError("touch", { path: "a.txt" });
  const done = { content: [{ type: "text", text: "touched a.txt" }] };
  const isModern = client === "v2 modern";
  const canAsk = isModern || wire === "stdio";
  return {
    revision: { v1: undefined, v2: "2025-11-25", "v2 modern": "2026-07-28" }[client],
    names: ["list_directory", "list_files", "read_file", "read_files", "search_text", "slow", "touch", "tree"],
    tree: { content: [{ type: "text", text: tree.content }], structuredContent: JSON.parse(tree.content) },
    outside: await toError("read_file", { path: "../x" }),
    unknown: await toError("none", {}),
    approvals: {
      answers: [canAsk ? done : refused, refused, isModern ? "the client gave up" : refused],
      asked: canAsk ? Array(3).fill("touch (medium risk): Touch a.txt") : [],
    },
    slow: { seen: [1], ending: "cancelled" },
    touched: canAsk ? 1 : 0,
  };
}

describe("the official clients", () => {
  // All at once: each waits a second for the first sign of progress.
  const scripts = new Map<Leg, Promise<unknown>>();
  const start = (leg: Leg) => {
    const script = runScript(leg);
    script.catch(() => {});
    scripts.set(leg, script);
  };

  test.each(LEGS)("$client over $wire, server on $runtime", async (leg) => {
    if (scripts.size === 0) LEGS.forEach(start);
    expect(await scripts.get(leg)).toEqual(await expected(leg));
  });
});
