import type { ExecutionResult, GraphContext } from '#/operation/graph-context.ts';
import type { KnownOperation, ValidOperation } from './known-operation.ts';
import type { PreparedOperation } from './prepare-operation.ts';
import type { VariableValues } from './response-shape.ts';

export interface ValidRequest {
  readonly operation: ValidOperation;
  /** Set where it was planned before. */
  readonly known: KnownOperation | undefined;
  readonly variables: VariableValues;
  readonly context: GraphContext;
}

export interface Runner {
  /** At the pins of its context; its variables are good. */
  run(request: ValidRequest, prepared: PreparedOperation): Promise<ExecutionResult>;
}

export interface Shadow {
  /** Never throws, and takes no time of the caller's except for drawing. */
  offer(request: ValidRequest, prepared: PreparedOperation, answer: ExecutionResult): void;
}
