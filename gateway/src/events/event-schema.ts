import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';

/** Subscription fields, each a kind of stream. */
export type EventKind = 'chainEvents' | ChangeKind | 'pendingChanges';

/** Those that tell what blocks changed. */
export type ChangeKind = 'addressActivity' | 'identityChanges' | 'currencyChanges';

// A schema must have a root of queries. Federation's directives are defined elsewhere.
const TYPES = `${readFileSync(new URL('../../live.graphql', import.meta.url), 'utf8')} type Query { none: Boolean }`;

/** The part of the graph that the gateway owns: the root of subscriptions and the types of events (`gateway/live.graphql`). */
export const EVENT_SCHEMA: GraphQLSchema = buildSchema(TYPES, { assumeValidSDL: true });

/** An event as the gateway makes it: what it owns of it, and references to the objects of subgraphs. */
export interface LiveEvent {
  /** Unique among all events of all chains: equal events have equal ids. */
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}
