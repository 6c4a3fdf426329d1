import type { RepresentationShape } from './representation-shape.ts';
import type { RepresentationTree } from './representation-tree.ts';
import type { Rewrite } from './rewrite-data.ts';

/** Apollo's query plan, compiled: what is the same for every request of an operation is done. */
export type PlanStep = SequenceStep | ParallelStep | ConditionStep | FetchStep;

export interface SequenceStep {
  readonly kind: 'sequence';
  readonly steps: readonly PlanStep[];
}

export interface ParallelStep {
  readonly kind: 'parallel';
  readonly steps: readonly PlanStep[];
}

export interface ConditionStep {
  readonly kind: 'condition';
  readonly variable: string;
  readonly ifTrue: PlanStep | undefined;
  readonly ifFalse: PlanStep | undefined;
}

export interface FetchStep {
  readonly kind: 'fetch';
  readonly subgraph: string;
  readonly operation: string;
  /** The request's body as JSON up to its variables' first member. */
  readonly opening: string;
  /** Variables of the client's that it uses. */
  readonly variables: readonly { readonly name: string; readonly opening: string }[];
  /** Where in the answer the entities stand that it completes; '@' steps into a list. */
  readonly path: readonly string[];
  /** Undefined for a fetch of root fields. */
  readonly entities: EntityNames | undefined;
  /** Of what the subgraph answers, before it is merged. */
  readonly rewrites: readonly Rewrite[];
}

/** How a fetch names its entities: by the members of each type's key, or by whatever else the plan requires. */
export type EntityNames = readonly RepresentationShape[] | RepresentationTree;
