import type { ApolloServerPlugin } from '@apollo/server';
import type {
  DocumentNode,
  GraphQLError,
  GraphQLFormattedError,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { GraphContext } from './graph-context.ts';

/** A valid operation. Apollo's server gives its plugins more; hooks get this on both paths. */
export interface ResolvedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** Undefined where the request does not say which of several is meant. */
  readonly operation?: OperationDefinitionNode | undefined;
  readonly request: {
    readonly variables?: Record<string, unknown> | undefined;
    readonly operationName?: string | undefined;
  };
  readonly contextValue: GraphContext;
}

/** Errors of an operation. */
export interface FailedOperation {
  readonly errors: readonly GraphQLError[];
  readonly contextValue: GraphContext;
}

/** An answer on its way out. */
export interface AnsweredOperation {
  readonly request: ResolvedOperation['request'];
  /** The operation's text; undefined where there is none, or where nothing went wrong in it. */
  readonly source?: string | undefined;
  readonly contextValue: GraphContext;
  readonly response: {
    readonly http: { status?: number | undefined; readonly headers: { set(name: string, value: string): unknown } };
    readonly body: { readonly kind: 'single'; readonly singleResult: SingleResult } | { readonly kind: 'incremental' };
  };
}

/** The result as it leaves; listeners change it. */
export interface SingleResult {
  data?: unknown;
  errors?: readonly GraphQLFormattedError[];
  extensions?: Record<string, unknown>;
}

/** Synchronous hook of one operation: the known-operation path does not wait for it. */
export interface OperationListener {
  /** The operation is valid and chosen. Throws to refuse it. */
  didResolveOperation?(told: ResolvedOperation): void;
  didEncounterErrors?(told: FailedOperation): void;
  willSendResponse?(told: AnsweredOperation): void;
}

/** Called for each operation. One that keeps nothing of an operation gives the same listener each time. */
export type OperationHook = () => OperationListener;

/** Wraps the hook as a plugin of Apollo's server, whose methods return promises. */
export function toPlugin(hook: OperationHook): ApolloServerPlugin<GraphContext> {
  return {
    async requestDidStart() {
      const listener = hook();
      return {
        async didResolveOperation(told) {
          listener.didResolveOperation?.(told);
        },
        async didEncounterErrors(told) {
          listener.didEncounterErrors?.(told);
        },
        async willSendResponse(told) {
          listener.willSendResponse?.(told);
        },
      };
    },
  };
}
