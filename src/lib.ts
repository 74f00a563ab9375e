// The public names of porthole, listed one by one. No logic.

export type { ApprovalAnswer, ApprovalRequest, Approve } from "./call/approval.ts";
export type { RefusedPath } from "./call/call_notes.ts";
export { ToolCatalog } from "./call/catalog.ts";
export { createToolContext, type ToolContext, type ToolContextOptions } from "./call/context.ts";
export { DEFAULT_POLICY, type Policy, type PolicyMode } from "./call/policy.ts";
export type { Audit, AuditRecord, Caller, Client } from "./call/record.ts";
export type { ResourceOutcome, ToolkitResources } from "./call/resources.ts";
export { createSecureTool } from "./call/secure_tool.ts";
export type {
  Admission,
  CallOptions,
  ExecuteContext,
  SecureTool,
  ToolCall,
  ToolCallResult,
  ToolEvent,
  ToolOutcome,
  ToolReport,
} from "./call/types.ts";
export { ConfigError } from "./config/error.ts";
export { loadConfig } from "./config/load.ts";
export { validateConfig } from "./config/validate.ts";
export type { CallClock } from "./disk/call_clock.ts";
export { type PathPlatform, type ResolveOptions, SandboxPath } from "./disk/sandbox_path.ts";
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
} from "./disk/types.ts";
export { type ErrorCode, type ErrorKind, ToolError, type ToolErrorFields } from "./errors.ts";
export type { ToolkitMarks } from "./explain/marks/toolkit_marks.ts";
export type {
  Mark,
  MarkedEntry,
  MarkedListing,
  MarkedPath,
  MarkListInput,
  MarkOfInput,
  ShownEntry,
} from "./explain/marks/types.ts";
export { showExplanation } from "./explain/show.ts";
export type { Explanation } from "./explain/types.ts";
export type { IgnoreVerdict } from "./git/ignore_verdict.ts";
export { sanitize } from "./input/sanitize.ts";
export type { PortholeConfig } from "./registory/config_keys.ts";
export { TOOL_DEFINITIONS, type ToolDefinition } from "./registory/definitions.ts";
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
export { type AnswerFormat, Found, type FoundFields, type Shown } from "./tools/found.ts";
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
  ListedResource,
  PathCompletion,
  ResourceContents,
  ResourcePage,
} from "./tools/resources/types.ts";
export type { CallScope, OpenedPath, PathRequest, RiskLevel, ToolSpec, ToolTraits } from "./tools/tool.ts";
export { DEFAULT_DENIED_PATTERNS } from "./view/denied/lists.ts";
export { DeniedPatterns } from "./view/denied/patterns.ts";
export { FileDiscoveryService } from "./view/discovery_service.ts";
export type { Denial, Denied } from "./view/verdict.ts";
