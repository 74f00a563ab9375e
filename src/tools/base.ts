// The shape of the tools that hosts of the Gemini dialect know: parameters are checked first, and what passes becomes an object
// that does the work. Leaves to subclasses what the parameters mean and what is done with them.

import { asToolError, invalidArgument } from "../errors.ts";
import { type Arguments, compileCheck } from "../gate/arguments.ts";
import { snapshotArguments } from "../gate/snapshot.ts";
import type { ToolDefinition } from "../registory/definitions.ts";

export type ToolKind = "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "other";

export type ToolErrorType =
  | "invalid_tool_params"
  | "execution_failed"
  | "path_is_not_a_directory"
  | "ls_execution_error";

/** The result of a call in the Gemini dialect. */
export interface ToolResult {
  /** What the model reads. */
  readonly llmContent: string;
  /** What a person is shown. */
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
  /** False: nobody has to be asked. */
  shouldConfirmExecute(signal?: AbortSignal): Promise<false>;
  execute(signal?: AbortSignal): Promise<Result>;
}

/** A call whose parameters were found valid. */
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

  /** Always false: nobody has to be asked. */
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
  /** Whether output comes while the tool is at work. Default: false. */
  readonly canUpdateOutput?: boolean;
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: ToolDefinition["parameters"];
}

/** A tool as Gemini CLI declares it: it validates parameters and makes calls from them. */
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
  /** Whether the tool shows output while it works. */
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

  /** Throws for parameters that are not valid, whatever their declared type: they come from a model. */
  build(params: Params): ToolInvocation<Params, Result> {
    const fault = this.validateToolParams(params);
    if (fault !== null) throw invalidArgument(fault);
    return this.createInvocation(params);
  }

  /** What is wrong with the parameters, or null. The schema first: the values are of the right types after it. */
  validateToolParams(params: Params): string | null {
    return this.#findSchemaFault(params) ?? this.validateToolParamValues(params);
  }

  /** Rejects where `build` throws. */
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

  /** Checks that the schema cannot express: what is wrong, or null. */
  protected validateToolParamValues(_params: Params): string | null {
    return null;
  }

  /** Makes a call from valid parameters. */
  protected abstract createInvocation(params: Params): ToolInvocation<Params, Result>;

  /** An optional parameter that is there and undefined was not given. */
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
