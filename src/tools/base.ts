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

export interface ToolResult {
  /** What the model reads. */
  readonly llmContent: string;
  /** What a person is shown. */
  readonly returnDisplay: string;
  /** Present if and only if the call failed. */
  readonly error?: { readonly message: string; readonly type: ToolErrorType };
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
  readonly params: Params;

  constructor(params: Params) {
    this.params = params;
  }

  abstract getDescription(): string;

  abstract execute(signal?: AbortSignal): Promise<Result>;

  toolLocations(): ToolLocation[] {
    return [];
  }

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

export abstract class BaseDeclarativeTool<Params extends object, Result extends ToolResult> {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly kind: ToolKind;
  readonly parameterSchema: ToolDefinition["parameters"];
  readonly isOutputMarkdown: boolean;
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

  protected validateToolParamValues(_params: Params): string | null {
    return null;
  }

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
