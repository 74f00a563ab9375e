import { createAgentToolkit } from "porthole";

const toolkit = createAgentToolkit({ workspaceRoot: ".", defaults: "agent" });
const found = await toolkit.searchText(".", { pattern: "^export class \\w+Error\\b" });
if (found.status === "success") console.log(found.data.files.map(({ path }) => path));

// As a model calls it: JSON in, one string out, within a budget.
const call = { id: "1", name: "read_file", arguments: { path: "../secrets.txt" } };
console.log(await toolkit.execute(call)); // refused, as data
toolkit.close();
