import {
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestListener,
  HeaderMap,
} from '@apollo/server';
import { type KnownRequest, validateVariables } from '#/execution/create-executor.ts';
import type { PreparedOperations } from '#/execution/prepared-operations.ts';
import { renderResult } from '#/execution/rendered-data.ts';
import type { ExecutionResult, GraphContext } from './graph-context.ts';

/** A request as it comes in a body. */
export interface AskedOperation {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
}

/** An answer without errors. */
export interface ShortAnswer {
  text: string;
  headers: HeaderMap;
}

export interface ShortPathOptions {
  operations: Pick<PreparedOperations, 'findKnown'>;
  execute: (request: KnownRequest) => Promise<ExecutionResult>;
  /** Those of Apollo's server: on both paths the same ones have their say. */
  plugins: readonly ApolloServerPlugin<GraphContext>[];
}

type Listener = GraphQLRequestListener<GraphContext>;
type Told = GraphQLRequestContext<GraphContext>;

/**
 * The way of operations that Apollo's server has found valid before: executed, and said where they go well. All else is Apollo's server's to say: what is
 * not known, what is refused, and, of what has run already, everything with an error in it.
 */
export class ShortPath {
  readonly #options: ShortPathOptions;

  constructor(options: ShortPathOptions) {
    this.#options = options;
  }

  /** @returns undefined where Apollo's server answers; it finds in the context what has run */
  async answer(asked: AskedOperation, context: GraphContext): Promise<ShortAnswer | undefined> {
    const known = this.#options.operations.findKnown(asked.query, asked.operationName);
    if (known === undefined) return undefined;
    const { schema, document, operation, operationName, prepared } = known;
    const request = { schema, operation, operationName, request: asked, context, prepared } as KnownRequest;
    if (validateVariables(request).length > 0) return undefined;
    const http = { status: undefined, headers: new HeaderMap() };
    const response: { http: typeof http; body?: Told['response']['body'] } = { http };
    const told = { schema, document, operation, operationName, request: asked, contextValue: context, response };
    const listeners = await this.#listen(told as unknown as Told);
    if (!(await isAdmitted(listeners, told as unknown as Told))) return undefined;
    const result = await this.#execute(request, context);
    if (result === undefined) return undefined;
    const singleResult: { data?: unknown; extensions?: unknown } = { data: result.data };
    response.body = { kind: 'single', singleResult: singleResult as object };
    for (const listener of listeners) await listener.willSendResponse?.(told as never);
    return { text: renderResult(singleResult), headers: http.headers };
  }

  /** The result where there is nothing wrong with it; else it is left in the context. */
  async #execute(request: KnownRequest, context: GraphContext): Promise<ExecutionResult | undefined> {
    try {
      const result = await this.#options.execute(request);
      if (result.errors === undefined && result.data != null) return result;
      context.executed = () => result;
    } catch (error) {
      context.executed = () => {
        throw error;
      };
    }
    return undefined;
  }

  async #listen(told: Told): Promise<Listener[]> {
    const listeners: Listener[] = [];
    for (const plugin of this.#options.plugins) {
      const listener = await plugin.requestDidStart?.(told);
      if (listener) listeners.push(listener);
    }
    return listeners;
  }
}

/** False where a plugin refuses it: that is said, and judged once more, on the long path. */
async function isAdmitted(listeners: readonly Listener[], told: Told): Promise<boolean> {
  try {
    for (const listener of listeners) await listener.didResolveOperation?.(told as never);
    return true;
  } catch {
    return false;
  }
}
