// The base classes of tools in the Gemini dialect: parameters are validated first, and a valid call becomes an object that does the work.

import { invalidArgument } from "../errors/arguments.ts";
import { asToolError } from "../errors/calls.ts";
import { type Arguments, compileCheck } from "../input/arguments.ts";
import { snapshotArguments } from "../input/snapshot.ts";
import type { ToolDefinition } from "../registory/definitions.ts";

export type ToolKind = "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "other";

export type ToolErrorType =
  | "invalid_tool_params"
  | "execution_failed"
  | "path_is_not_a_directory"
  | "ls_execution_error";

/** The result of a call in the Gemini dialect. */
export interface ToolResult {
  /** The text for the model. */
  readonly llmContent: string;
  /** The text for the user. */
  readonly returnDisplay: string;
  /** Present if and only if the call failed. */
  readonly error?: {
    /** What went wrong. */
    readonly message: string;
    /** The type of the error, as Gemini CLI names it. */
    readonly type: ToolErrorType;
  };
}

export interface ToolLocation {
  readonly path: string;
  readonly line?: number;
}

export interface ToolInvocation<Params extends object, Result extends ToolResult> {
  readonly params: Params;
  getDescription(): string;
  /** The files that the call would change. */
  toolLocations(): ToolLocation[];
  /** False: no confirmation is needed. */
  shouldConfirmExecute(signal?: AbortSignal): Promise<false>;
  execute(signal?: AbortSignal): Promise<Result>;
}

/** A call with valid parameters. */
export abstract class BaseToolInvocation<Params extends object, Result extends ToolResult>
  implements ToolInvocation<Params, Result>
{
  /** The parameters of the call. */
  readonly params: Params;

  constructor(params: Params) {
    this.params = params;
  }

  /** What the call does, in one line for a person. */
  abstract getDescription(): string;

  /** Runs the call. */
  abstract execute(signal?: AbortSignal): Promise<Result>;

  /** The files that the call would change: none. */
  toolLocations(): ToolLocation[] {
    return [];
  }

  /** Always false: no confirmation is needed. */
  async shouldConfirmExecute(_signal?: AbortSignal): Promise<false> {
    return false;
  }
}

export interface ToolDeclaration {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly kind: ToolKind;
  readonly parameterSchema: ToolDefinition["parameters"];
  /** Default: true. */
  readonly isOutputMarkdown?: boolean;
  /** Whether the tool streams output while it runs. Default: false. */
  readonly canUpdateOutput?: boolean;
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: ToolDefinition["parameters"];
}

/** A tool as Gemini CLI declares it: it validates parameters and creates calls. */
export abstract class BaseDeclarativeTool<Params extends object, Result extends ToolResult> {
  /** The name by which a model calls the tool. */
  readonly name: string;
  /** The name for people. */
  readonly displayName: string;
  /** The description that the model gets. */
  readonly description: string;
  /** What the tool does, for the host's permissions. */
  readonly kind: ToolKind;
  /** The JSON Schema of the parameters. */
  readonly parameterSchema: ToolDefinition["parameters"];
  /** Whether the output is Markdown. */
  readonly isOutputMarkdown: boolean;
  /** Whether the tool streams output while it runs. */
  readonly canUpdateOutput: boolean;
  readonly #check: (args: Arguments) => void;

  constructor(declaration: ToolDeclaration) {
    const { name, description, parameterSchema } = declaration;
    this.name = name;
    this.displayName = declaration.displayName;
    this.description = description;
    this.kind = declaration.kind;
    this.parameterSchema = parameterSchema;
    this.isOutputMarkdown = declaration.isOutputMarkdown ?? true;
    this.canUpdateOutput = declaration.canUpdateOutput ?? false;
    this.#check = compileCheck({ name, description, parameters: parameterSchema });
  }

  /** The declaration that the model gets. */
  get schema(): FunctionDeclaration {
    return { name: this.name, description: this.description, parametersJsonSchema: this.parameterSchema };
  }

  /** Throws if the parameters are invalid, whatever their declared type: they come from a model. */
  build(params: Params): ToolInvocation<Params, Result> {
    const fault = this.validateToolParams(params);
    if (fault !== null) throw invalidArgument(fault);
    return this.createInvocation(params);
  }

  /**
   * Returns what is wrong with the parameters, or null. The schema is checked first, so that the values have the right types afterwards.
   */
  validateToolParams(params: Params): string | null {
    return this.#findSchemaFault(params) ?? this.validateToolParamValues(params);
  }

  /** Rejects if `build` throws. */
  async buildAndExecute(params: Params, signal?: AbortSignal): Promise<Result> {
    return this.build(params).execute(signal);
  }

  /** Never rejects. */
  async validateBuildAndExecute(params: Params, signal?: AbortSignal): Promise<ToolResult> {
    let invocation: ToolInvocation<Params, Result>;
    try {
      invocation = this.build(params);
    } catch (error) {
      return toFailure("invalid_tool_params", "Error: invalid parameters", error);
    }
    try {
      return await invocation.execute(signal);
    } catch (error) {
      return toFailure("execution_failed", "Error: the tool could not finish", error);
    }
  }

  /** Checks that the schema cannot express. Returns what is wrong, or null. */
  protected validateToolParamValues(_params: Params): string | null {
    return null;
  }

  /** Creates a call from valid parameters. */
  protected abstract createInvocation(params: Params): ToolInvocation<Params, Result>;

  /** An optional parameter with the value undefined counts as left out. */
  #findSchemaFault(params: unknown): string | null {
    try {
      this.#check(snapshotArguments(params, Number.POSITIVE_INFINITY));
      return null;
    } catch (error) {
      return asToolError(error).message;
    }
  }
}

function toFailure(type: ToolErrorType, start: string, error: unknown): ToolResult {
  const { message } = asToolError(error);
  return { llmContent: `${start}: ${message}`, returnDisplay: message, error: { message, type } };
}
