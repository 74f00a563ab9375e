import { createAgentToolkit, TOOL_DEFINITIONS } from "porthole";

const toolkit = createAgentToolkit({ workspaceRoot: ".", defaults: "agent" });

// What a model is told about a tool: its name, description and JSON Schema.
console.log(TOOL_DEFINITIONS.tree.description);

const found = await toolkit.searchText("src", { pattern: "^export class (Config|Tool)Error\\b", include: ["*.ts"] });
if (found.status === "success")
  console.log(
    found.data.files.map(({ path }) => path),
    found.data.left_out,
  );

const seen = await toolkit.tree("src", { entry_kind: "all", max_depth: 1 });
if (seen.status === "success") console.log(seen.data.root.children?.map((child) => child.path));

const read = await toolkit.readFile("package.json", { max_lines: 3 });
if (read.status === "success") console.log(read.data.content, read.data.next_start_line);

// As a model calls it: JSON in, one string out, never longer than its budget.
const call = { id: "1", name: "list_directory", arguments: { path: "docs" } };
const { content } = await toolkit.execute(call, { max_output_bytes: 400 });
console.log(content);

// Nothing that a model can cause is thrown. It is returned as data.
const refused = await toolkit.readFile("../secrets.txt");
if (refused.status === "denied") console.log(refused.error.code, refused.error.message);

toolkit.close();
