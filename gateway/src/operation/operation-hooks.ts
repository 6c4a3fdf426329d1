import type {
  DocumentNode,
  GraphQLError,
  GraphQLFormattedError,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { GraphContext } from './graph-context.ts';

export interface ResolvedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** Undefined where the request chooses none of several. */
  readonly operation?: OperationDefinitionNode | undefined;
  readonly request: {
    readonly variables?: Record<string, unknown> | undefined;
    readonly operationName?: string | undefined;
  };
  readonly contextValue: GraphContext;
}

export interface FailedOperation {
  readonly errors: readonly GraphQLError[];
  readonly contextValue: GraphContext;
}

export interface AnsweredOperation {
  readonly request: ResolvedOperation['request'];
  readonly source?: string | undefined;
  readonly contextValue: GraphContext;
  readonly response: Pick<Response, 'result'> & {
    readonly http: { status?: number | undefined; readonly headers: { set(name: string, value: string): unknown } };
  };
}

export interface Response {
  /** Names of headers in small letters. */
  readonly http: { status: number; readonly headers: Map<string, string> };
  readonly result: SingleResult;
}

export interface SingleResult {
  data?: unknown;
  errors?: readonly GraphQLFormattedError[];
  extensions?: Record<string, unknown>;
}

/** Synchronous: a known operation does not wait for it. */
export interface OperationListener {
  /** Throws to refuse the operation. */
  didResolveOperation?(resolved: ResolvedOperation): void;
  didEncounterErrors?(failed: FailedOperation): void;
  willSendResponse?(answered: AnsweredOperation): void;
}

/** A hook that keeps no state of an operation returns the same listener each time. */
export type OperationHook = () => OperationListener;
