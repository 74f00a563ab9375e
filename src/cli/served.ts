// Opens what `porthole mcp` serves: the toolkit, with its limit for answers and its record of calls.

import { type AuditFile, openAuditFile } from "../audit/file.ts";
import { joinAudits, toObserver } from "../audit/join.ts";
import { hasTerminal } from "../audit/terminal.ts";
import type { Audit } from "../call/record.ts";
import { asToolError } from "../errors/calls.ts";
import { WHOLE_ANSWER_BYTES } from "../mcp/options.ts";
import type { AgentToolkit, GeminiToolkit } from "../toolkit.ts";
import { openInDialect, orUsageError, readModelOptions } from "./open.ts";
import { complain, EXIT } from "./output.ts";
import { textOf, UsageError, type Values } from "./parse.ts";

export interface Served {
  readonly toolkit: AgentToolkit | GeminiToolkit;
  readonly answerLimit: "client" | "toolkit";
}

/**
 * The limit for an answer: 1 `--max-bytes` 2 the configuration 3 what the client passes on, if it is known 4 the size that all other common
 * clients pass on. `told` is called with each call whose record was written.
 */
export function openServed(values: Values, folder: string, told?: Audit): Served {
  const { config: { audit: { file } = {}, ...config } = {}, ...options } = readModelOptions(values, "text", folder);
  const ownersBytes = readMaxBytes(values) ?? config.tools?.output?.max_bytes;
  const record = openRecord(values, file, options.workspaceRoot);
  const audit = joinAudits([record, told && toObserver(told)]);
  const toolkit = openInDialect(values, {
    ...options,
    config,
    maxOutputBytes: ownersBytes ?? WHOLE_ANSWER_BYTES,
    ...(audit === undefined ? {} : { audit }),
  });
  return { toolkit, answerLimit: ownersBytes === undefined ? "client" : "toolkit" };
}

/** Every error fits, as valid JSON. The configuration allows less, as specified. */
const LEAST_ANSWER_BYTES = 256;

function readMaxBytes(values: Values): number | undefined {
  const text = textOf(values, "max-bytes");
  if (text === undefined) return undefined;
  const bytes = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(bytes) && bytes >= LEAST_ANSWER_BYTES) return bytes;
  throw new UsageError(
    `--max-bytes must be a whole number of at least ${LEAST_ANSWER_BYTES}, not ${JSON.stringify(text)}`,
  );
}

/** The file of --log, otherwise `configured`. Standard error says when it cannot be written. */
function openRecord(values: Values, configured: string | undefined, workspaceRoot: string): Audit | undefined {
  const named = textOf(values, "log");
  if (named === "") throw new UsageError("--log must name a file");
  const file = named ?? configured;
  if (file === undefined) return undefined;
  const keep = orUsageError(() => openAuditFile(file, workspaceRoot));
  // Those who rotate logs often send SIGHUP, which would end the server. Closing its terminal sends it too, and should.
  if (!hasTerminal()) process.on("SIGHUP", () => {});
  return tellOnce(keep);
}

/** Reports once when writing fails, and once when it works again. */
function tellOnce(keep: AuditFile): Audit {
  let isFailing = false;
  return (record) => {
    try {
      keep(record);
      if (isFailing) complain("the record can be written again; calls are answered", EXIT.ok);
      isFailing = false;
    } catch (error) {
      if (!isFailing) complain(`calls are not answered: ${asToolError(error).message}`, EXIT.ok);
      isFailing = true;
      throw error;
    }
  };
}
