// The public names of porthole, listed one by one. No logic.

export { ConfigError } from "./config/error.ts";
export { loadConfig } from "./config/load.ts";
export { validateConfig } from "./config/validate.ts";
export { FileDiscoveryService } from "./discovery/service.ts";
export type { IgnoreVerdict } from "./discovery/verdict.ts";
export { type ErrorCode, type ErrorKind, ToolError, type ToolErrorFields } from "./errors.ts";
export { ToolCatalog } from "./executor/catalog.ts";
export type { ToolkitMarks } from "./executor/marks.ts";
export type { ResourceOutcome, ToolkitResources } from "./executor/resources.ts";
export type { ExecuteContext, ToolCall, ToolCallResult, ToolEvent, ToolReport } from "./executor/types.ts";
export { showExplanation } from "./explain/show.ts";
export type { Explanation } from "./explain/types.ts";
export type { RefusedPath } from "./gate/call_notes.ts";
export { createToolContext, type ToolContext, type ToolContextOptions } from "./gate/context.ts";
export { createSecureTool } from "./gate/factory.ts";
export type { Audit, AuditRecord, Caller, Client } from "./gate/record.ts";
export type {
  Admission,
  AnswerFormat,
  CallOptions,
  CallScope,
  OpenedPath,
  PathRequest,
  SecureTool,
  ToolOutcome,
  ToolSpec,
  ToolTraits,
} from "./gate/spec.ts";
export type { PortholeConfig } from "./registory/config_keys.ts";
export { TOOL_DEFINITIONS, type ToolDefinition } from "./registory/definitions.ts";
export type { ApprovalAnswer, ApprovalRequest, Approve, RiskLevel } from "./security/approval.ts";
export { type Denial, type Denied, DeniedPatterns } from "./security/denied.ts";
export { DEFAULT_DENIED_PATTERNS } from "./security/denied_lists.ts";
export { DEFAULT_POLICY, type Policy, type PolicyMode } from "./security/policy.ts";
export { sanitize } from "./security/sanitize.ts";
export {
  type AgentToolkit,
  type AgentToolkitOptions,
  createAgentToolkit,
  type Dialect,
  type GeminiToolkit,
  type Toolkit,
} from "./toolkit.ts";
export { BaseDeclarativeTool, BaseToolInvocation, type ToolResult } from "./tools/base.ts";
export type {
  ListDirectoryEntry,
  ListDirectoryInput,
  ListDirectoryOptions,
  ListDirectoryOutput,
} from "./tools/edit/list_directory/types.ts";
export type {
  ListFilesInput,
  ListFilesKind,
  ListFilesOptions,
  ListFilesOutput,
} from "./tools/edit/list_files/types.ts";
export { MAX_FILE_BYTES } from "./tools/edit/read_file/file_guard.ts";
export type { ReadFileInput, ReadFileOptions, ReadFileOutput } from "./tools/edit/read_file/types.ts";
export type { ReadFilesInput, ReadFilesOptions, ReadFilesOutput } from "./tools/edit/read_files/types.ts";
export type {
  SearchedFile,
  SearchedLines,
  SearchLine,
  SearchMode,
  SearchTextInput,
  SearchTextOptions,
  SearchTextOutput,
} from "./tools/edit/search_text/types.ts";
export type {
  TreeDirectoryNode,
  TreeEntry,
  TreeFileNode,
  TreeInput,
  TreeNode,
  TreeOptions,
  TreeOutput,
  TreeSymlinkNode,
} from "./tools/edit/tree/types.ts";
export {
  type FileEntry,
  type LSFilteringOptions,
  LSTool,
  type LSToolConfig,
  LSToolInvocation,
  type LSToolOptions,
  type LSToolParams,
} from "./tools/ls.ts";
export type {
  Mark,
  MarkedEntry,
  MarkedListing,
  MarkedPath,
  MarkListInput,
  MarkOfInput,
  ShownEntry,
} from "./tools/marks/types.ts";
export type {
  ListedResource,
  PathCompletion,
  ResourceContents,
  ResourcePage,
} from "./tools/resources/types.ts";
export type { CallClock } from "./workspace/call_clock.ts";
export { type PathPlatform, type ResolveOptions, SandboxPath } from "./workspace/sandbox_path.ts";
export type {
  Entry,
  EntryKind,
  EntryOrder,
  FileContent,
  Listing,
  ListRequest,
  Metadata,
  SealedDirectory,
  SealedFile,
  SealedNode,
  SealedSpecial,
  Strategy,
  Workspace,
} from "./workspace/types.ts";
