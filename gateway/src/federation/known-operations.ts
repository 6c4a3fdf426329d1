import { type KnownRequest, takesVariables } from '#/execution/create-executor.ts';
import type { KnownOperation } from '#/execution/known-operation.ts';
import type { PreparedOperations } from '#/execution/prepared-operations.ts';
import { renderResult } from '#/execution/write-data.ts';
import type { ExecutionResult, GraphContext } from '#/operation/graph-context.ts';
import type { OperationHook, OperationListener, ResolvedOperation, SingleResult } from '#/operation/operation-hooks.ts';

/** A request as it comes in a body. */
export interface AskedOperation {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
}

/** An answer without errors. */
export interface KnownAnswer {
  text: string;
  /** By their names in small letters. */
  headers: ReadonlyMap<string, string>;
}

export interface KnownOperationsOptions {
  operations: Pick<PreparedOperations, 'findKnown'>;
  execute: (request: KnownRequest) => Promise<ExecutionResult>;
  /** Those that Apollo's server has as plugins: on both paths the same ones have their say. */
  hooks: readonly OperationHook[];
}

const NONE = {};

/**
 * Executes operations that Apollo's server has found valid before, and returns the response if it has no errors.
 * Apollo's server words everything else: operations that are not known, refusals, and results with an error in them.
 */
export class KnownOperations {
  readonly #options: KnownOperationsOptions;

  constructor(options: KnownOperationsOptions) {
    this.#options = options;
  }

  /** The operation, if it was found valid on this graph before; undefined: Apollo's server answers. */
  find({ query, operationName }: AskedOperation): KnownOperation | undefined {
    return this.#options.operations.findKnown(query, operationName);
  }

  /** @returns undefined where Apollo's server answers; it finds in the context what has run */
  async answer(known: KnownOperation, asked: AskedOperation, context: GraphContext): Promise<KnownAnswer | undefined> {
    const { hooks } = this.#options;
    const variables = asked.variables ?? NONE;
    if (!takesVariables(known, variables)) return undefined;
    const listeners = hooks.map((hook) => hook());
    const headers = new Map<string, string>();
    const { schema, document, operation } = known;
    const resolved = { schema, document, operation, request: asked, contextValue: context };
    if (!isAdmitted(listeners, resolved)) return undefined;
    let result: ExecutionResult;
    try {
      result = await this.#options.execute({ operation: known, variables, context });
    } catch (error) {
      context.executed = () => {
        throw error;
      };
      return undefined;
    }
    if (result.errors !== undefined || result.data == null) {
      context.executed = () => result;
      return undefined;
    }
    const singleResult: SingleResult = { data: result.data };
    const response = { http: { headers }, body: { kind: 'single', singleResult } } as const;
    const answered = { request: asked, contextValue: context, response };
    for (const listener of listeners) listener.willSendResponse?.(answered);
    return { text: renderResult(singleResult), headers };
  }
}

/** False where a listener refuses it: that is said, and judged once more, on the long path. */
function isAdmitted(listeners: readonly OperationListener[], resolved: ResolvedOperation): boolean {
  try {
    for (const listener of listeners) listener.didResolveOperation?.(resolved);
    return true;
  } catch {
    return false;
  }
}
