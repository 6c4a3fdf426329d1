import type {
  DocumentNode,
  GraphQLError,
  GraphQLFormattedError,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { GraphContext } from './graph-context.ts';

/** A valid operation. */
export interface ResolvedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** Undefined where the request does not choose one of several. */
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
  /** The operation's text. */
  readonly source?: string | undefined;
  readonly contextValue: GraphContext;
  readonly response: Pick<Response, 'result'> & {
    readonly http: { status?: number | undefined; readonly headers: { set(name: string, value: string): unknown } };
  };
}

/** A response as it leaves, before it is text. */
export interface Response {
  /** Names of headers are in small letters. */
  readonly http: { status: number; readonly headers: Map<string, string> };
  readonly result: SingleResult;
}

/** The result as it leaves; listeners change it. */
export interface SingleResult {
  data?: unknown;
  errors?: readonly GraphQLFormattedError[];
  extensions?: Record<string, unknown>;
}

/** Listener of one operation. It is synchronous: an operation that is known does not wait for it. */
export interface OperationListener {
  /** The operation is valid and chosen. Throws to refuse it. */
  didResolveOperation?(resolved: ResolvedOperation): void;
  didEncounterErrors?(failed: FailedOperation): void;
  willSendResponse?(answered: AnsweredOperation): void;
}

/** Called for each operation. One that keeps nothing of an operation gives the same listener each time. */
export type OperationHook = () => OperationListener;
