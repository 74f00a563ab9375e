// Sends the calls of a race to a toolkit: through its functions, or as a model calls.
// @ts-check

/** Of src/ or of dist/. @typedef {{ execute(call: { id: string, name: string, arguments: any }): Promise<{ content: string, is_error: boolean }> }} Toolkit */
/** @typedef {import("./targets.mjs").Target} Target */
/** @typedef {import("./oracle.mjs").Answer} Answer */

/**
 * By the name of a target.
 * @type {Readonly<Record<string, (toolkit: any, args: any) => Promise<any>>>}
 */
const FUNCTIONS = {
  tree: (toolkit, { path, ...options }) => toolkit.tree(path, options),
  list_directory: (toolkit, { path, ...options }) => toolkit.listDirectory(path, options),
  list_files: (toolkit, { path = ".", ...options }) => toolkit.listFiles(path, options),
  search_text: (toolkit, { path = ".", ...options }) => toolkit.searchText(path, options),
  read_file: (toolkit, { path }) => toolkit.readFile(path),
  read_files: (toolkit, { paths }) => toolkit.readFiles(paths),
  "resources/list": ({ resources }) => resources.list({ id: "1" }),
  "resources/read": ({ resources }, { uri }) => resources.read({ id: "1", uri }),
  "completion/complete": ({ resources }, { path }) => resources.complete({ id: "1", path }),
  marks: ({ marks }, { path }) => marks.list({ id: "1", path }),
  explain: async (toolkit, { path }) => ({ status: "success", data: await toolkit.explain(path) }),
};

/** @param {Toolkit} toolkit @param {Target} target @returns {Promise<Answer>} */
export async function dataCall(toolkit, { name, dialect, args }) {
  const outcome = await FUNCTIONS[name]?.(toolkit, args);
  const said = dialect === "gemini" ? outcome.data?.llmContent : undefined;
  return fromOutcome(JSON.stringify(outcome), outcome, said);
}

/** @param {Toolkit} toolkit @param {Target} target @returns {Promise<Answer>} */
export async function executeCall(toolkit, { name, args }) {
  const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: args });
  return { wire: content, content, isError: is_error };
}

/**
 * @param {string} wire
 * @param {{ status: "success" | "failure", data?: unknown }} outcome
 * @param {string} [said] what a model would be given
 * @returns {Answer}
 */
export function fromOutcome(wire, { status, data = {} }, said = JSON.stringify(data)) {
  return { wire, content: said, isError: status !== "success" };
}
