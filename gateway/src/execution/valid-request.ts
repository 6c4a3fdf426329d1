import type { ExecutionResult, GraphContext } from '#/operation/graph-context.ts';
import type { KnownOperation, ValidOperation } from './known-operation.ts';
import type { PreparedOperation } from './prepare-operation.ts';
import type { VariableValues } from './response-shape.ts';

/** Request for a valid operation, as its execution needs it. */
export interface ValidRequest {
  readonly operation: ValidOperation;
  /** The same with its plan, where it was planned before. */
  readonly known: KnownOperation | undefined;
  /** As the client gave them. */
  readonly variables: VariableValues;
  readonly context: GraphContext;
}

/** An executor. */
export interface Runner {
  /** Carries out an operation once, at the pins of its context; its variables are good. */
  run(request: ValidRequest, prepared: PreparedOperation): Promise<ExecutionResult>;
}

/** Compares executors. */
export interface Shadow {
  /** Takes note of an answer. Never throws, and takes no time of the caller's but for drawing. */
  offer(request: ValidRequest, prepared: PreparedOperation, answer: ExecutionResult): void;
}
