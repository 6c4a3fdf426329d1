import type { RepresentationShape } from './representation-shape.ts';
import type { RepresentationTree } from './representation-tree.ts';
import type { Rewrite } from './rewrite-data.ts';

/** Apollo's plan, compiled: everything that is the same for each request. */
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
  readonly variables: readonly { readonly name: string; readonly opening: string }[];
  /** Leads to the entities that the fetch completes; '@' steps into a list. */
  readonly path: readonly string[];
  /** Undefined for a fetch of root fields. */
  readonly entities: EntityNames | undefined;
  /** Applied before the answer is merged. */
  readonly rewrites: readonly Rewrite[];
}

/** The members of each type's key, or of everything else that the plan requires. */
export type EntityNames = readonly RepresentationShape[] | RepresentationTree;
