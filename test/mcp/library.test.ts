// porthole/mcp as a program uses it: examples/mcp_server.mjs, whose own tool writes a note, on the built package, with the official clients,
// each of which is asked for approval in its own way. dist/ must be built.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { greet, RUNTIMES, startRawServer, toMessage } from "../support/mcp.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";
import { executeHere } from "./execute_here.ts";
import { LEGS, type Leg, openSession, type Person, type Session } from "./sessions.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/mcp_server.mjs", import.meta.url));
const root = makeTree(["file a.txt one", "file .env KEY=1"]);

const QUESTION = "write_note (medium risk): Add a note about ./a.txt: x";
const DONE = { content: [{ type: "text", text: "added a note about a.txt" }] };
const REFUSED = toError("PolicyDenied", "POLICY_DENIED", "write_note needs approval, which was not given");

function toError(kind: string, code: string, message: string) {
  return { content: [{ type: "text", text: JSON.stringify({ error: { kind, code, message } }) }], isError: true };
}

/** A server over standard input and output can ask every client that can be asked; one over HTTP only those since 2026. */
const reachesPerson = ({ client, wire }: Leg) => wire === "stdio" || client === "v2 modern";

interface Notes {
  /** What starts the server, behind the runtime. */
  readonly args: string[];
  read(): string[];
}

function makeNotes(): Notes {
  const file = join(makeTempFolder(), "notes.jsonl");
  const read = () => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []);
  return { args: [EXAMPLE, root, file], read };
}

const open = (leg: Leg, { args }: Notes, canAsk: boolean) => openSession(leg, { args: [...args, leg.wire], canAsk });

async function close({ wire }: Leg, session: Session): Promise<void> {
  await session.close();
  expect([await session.end("SIGTERM"), session.log.all]).toEqual([wire === "http" ? 0 : null, []]);
}

async function writeNote(session: Session, args: Record<string, unknown> = {}) {
  const result = await session.call("write_note", { path: "./a.txt", text: "x", ...args });
  // Since 2026 the server puts its name into every result.
  return Object.fromEntries(Object.entries(Object(result)).filter(([key]) => key !== "_meta"));
}

describe.each(LEGS)("$client over $wire, server on $runtime", (leg) => {
  const canBeReached = reachesPerson(leg);
  const notes = makeNotes();
  let session: Session;
  beforeAll(async () => {
    session = await open(leg, notes, true);
  });
  afterAll(() => close(leg, session));

  test("lists the owner's tool beside the others, which answer with data", async () => {
    expect(await session.listNames()).toEqual([...Object.keys(TOOL_DEFINITIONS), "write_note"].sort());
    const { content } = await executeHere(root, "tree", { path: "." });
    expect(await session.call("tree", { path: "." })).toMatchObject({ structuredContent: JSON.parse(content) });
    expect(session.person.asked).toEqual([]);
  });

  test("denies secrets, as porthole mcp does", async () => {
    const content = [{ text: expect.stringContaining("SANDBOX_VIOLATION") }];
    expect(await session.call("read_file", { path: ".env" })).toMatchObject({ content, isError: true });
  });

  test("a person is not asked about a path outside or arguments that the tool does not take", async () => {
    const outside = "path is outside the workspace; use a path inside it, relative to its root";
    expect(await writeNote(session, { path: "../a.txt" })).toEqual(
      toError("SandboxViolation", "SANDBOX_VIOLATION", outside),
    );
    expect(await writeNote(session, { text: "x".repeat(101) })).toMatchObject({ isError: true });
    expect([session.person.asked, notes.read()]).toEqual([[], []]);
  });

  test("a side effect happens once for each yes of the person, and for no other answer [promise side-effects]", async () => {
    const answers: unknown[] = [];
    const words: readonly Person["says"][] = ["decline", "cancel", "no", "yes"];
    for (const says of words) {
      session.person.says = says;
      answers.push([says, await writeNote(session), notes.read()]);
    }
    const note = '{"path":"a.txt","text":"x"}';
    expect(answers).toEqual([
      ["decline", REFUSED, []],
      ["cancel", REFUSED, []],
      ["no", REFUSED, []],
      canBeReached ? ["yes", DONE, [note]] : ["yes", REFUSED, []],
    ]);
    expect(session.person.asked).toEqual(canBeReached ? Array(4).fill(QUESTION) : []);
  });

  test("a client that cannot ask a person is refused, and nothing runs [promise side-effects]", async () => {
    const untouched = makeNotes();
    const mute = await open(leg, untouched, false);
    expect([await writeNote(mute), untouched.read()]).toEqual([REFUSED, []]);
    await close(leg, mute);
  });
});

describe.each(RUNTIMES)("serveMcpStdio on $name", ({ command }) => {
  test("writes nothing but the protocol to standard output, and ends with its client", async () => {
    const notes = makeNotes();
    const server = startRawServer(command, notes.args);
    await greet(server, { elicitation: {} });
    const call = { name: "write_note", arguments: { path: "a.txt", text: "x" } };
    server.send(toMessage("legacy", 2, "tools/call", call));
    const question = JSON.parse(await server.out.find((line) => line.includes("elicitation/create")));
    const result = { action: "accept", content: { approve: true } };
    server.send({ jsonrpc: "2.0", id: question.id, result });
    expect(JSON.parse(await server.answer(2)).result).toEqual(DONE);
    expect(await server.end()).toBe(0);
    await server.closed;
    expect(server.out.all.map((line) => JSON.parse(line).jsonrpc)).toEqual(["2.0", "2.0", "2.0"]);
    expect([server.err.all, notes.read()]).toEqual([[], ['{"path":"a.txt","text":"x"}']]);
  });
});
