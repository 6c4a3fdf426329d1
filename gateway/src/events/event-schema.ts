import { readFileSync } from 'node:fs';
import { buildASTSchema, type GraphQLSchema, Kind, parse, visit } from 'graphql';

/** Subscription fields, each a kind of stream. */
export type EventKind = 'chainEvents' | ChangeKind | 'pendingChanges';

/** Those that tell what blocks changed. */
export type ChangeKind = 'addressActivity' | 'identityChanges' | 'currencyChanges';

// A schema must have a root of queries.
const TYPES = parse(
  `${readFileSync(new URL('../../live.graphql', import.meta.url), 'utf8')} type Query { none: Boolean }`,
);
// Federation's directives are defined elsewhere.
const OPTIONS = { assumeValidSDL: true };

/** The part of the graph that the gateway owns: the root of subscriptions and the types of events (`gateway/live.graphql`). */
export const EVENT_SCHEMA: GraphQLSchema = buildASTSchema(TYPES, OPTIONS);

/** The same with a list of events in each root field, so that one execution answers many events. */
export const EVENT_LIST_SCHEMA: GraphQLSchema = buildASTSchema(
  visit(TYPES, {
    ObjectTypeDefinition: (type) => {
      if (type.name.value !== 'Subscription') return false;
      const fields = type.fields?.map((field) => ({ ...field, type: { kind: Kind.LIST_TYPE, type: field.type } }));
      return { ...type, fields };
    },
  }),
  OPTIONS,
);

/** An event as the gateway makes it: what it owns of it, and references to the objects of subgraphs. */
export interface LiveEvent {
  /** Unique among all events of all chains: equal events have equal ids. */
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}
