// The scenarios of the protocol's conformance suite, or single checks, that test features which a server of tools and resources does not
// have, each with its reason. The suite expects a server made for it, and has no way to leave them out.
// @ts-check

const OWN_TOOLS = "calls a tool that only a server made for the suite has; porthole's tools answer with text and data";
const OWN_RESOURCES =
  "reads a resource that only a server made for the suite has; porthole's are files, porthole:///path";
const PROMPTS = "porthole has no prompts, and does not claim the capability";
const ASKS_CLIENT =
  "calls a tool of the suite that asks the client for input; porthole asks only for approval, of tools of the owner";
const TASKS = "the extension for tasks is optional, and porthole does not claim it";

/** @type {Readonly<Record<string, string>>} */
export const NOT_APPLICABLE = {
  "completion-complete": "completes an argument of a prompt; porthole completes the path of a resource",
  "logging-set-level": "porthole sends no log messages, and does not claim the capability",
  "tools-call-with-logging": "porthole sends no log messages, and does not claim the capability",
  "tools-call-image": OWN_TOOLS,
  "tools-call-audio": OWN_TOOLS,
  "tools-call-embedded-resource": OWN_TOOLS,
  "tools-call-mixed-content": OWN_TOOLS,
  "tools-call-with-progress": OWN_TOOLS,
  "json-schema-2020-12": OWN_TOOLS,
  "server-sse-polling": OWN_TOOLS,
  "http-custom-header-server-validation": "porthole's tools take no arguments from headers (x-mcp-header)",
  "tools-call-sampling": ASKS_CLIENT,
  "tools-call-elicitation": ASKS_CLIENT,
  "elicitation-sep1034-defaults": ASKS_CLIENT,
  "elicitation-sep1330-enums": ASKS_CLIENT,
  "input-required-result-basic-elicitation": ASKS_CLIENT,
  "input-required-result-basic-sampling": ASKS_CLIENT,
  "input-required-result-basic-list-roots": ASKS_CLIENT,
  "input-required-result-request-state": ASKS_CLIENT,
  "input-required-result-multiple-input-requests": ASKS_CLIENT,
  "input-required-result-multi-round": ASKS_CLIENT,
  "input-required-result-non-tool-request": PROMPTS,
  "input-required-result-result-type": ASKS_CLIENT,
  "input-required-result-tampered-state": ASKS_CLIENT,
  "input-required-result-capability-check": ASKS_CLIENT,
  "sep-2575-server-rejects-undeclared-capability": ASKS_CLIENT,
  "sep-2575-missing-capability-http-400": ASKS_CLIENT,
  "resources-read-text": OWN_RESOURCES,
  "resources-read-binary": OWN_RESOURCES,
  "resources-templates-read": OWN_RESOURCES,
  "resources-subscribe": "porthole does not watch files, and does not claim that resources can be subscribed to",
  "resources-unsubscribe": "porthole does not watch files, and does not claim that resources can be subscribed to",
  "prompts-list": PROMPTS,
  "prompts-get-simple": PROMPTS,
  "prompts-get-with-args": PROMPTS,
  "prompts-get-embedded-resource": PROMPTS,
  "prompts-get-with-image": PROMPTS,
  "sep-2549-prompts-list-caching-hints": PROMPTS,
  "tasks-lifecycle": TASKS,
  "tasks-capability-negotiation": TASKS,
  "tasks-wire-fields": TASKS,
  "tasks-request-state-removal": TASKS,
  "tasks-mrtr-input": TASKS,
  "tasks-request-headers": TASKS,
  "tasks-dispatch-and-envelope": TASKS,
  "tasks-required-task-error": TASKS,
  "tasks-mrtr-composition": TASKS,
};
