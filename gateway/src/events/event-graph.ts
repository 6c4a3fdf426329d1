import type { ChangePlace, ChangeRange } from '@ledgergraph/graph-kit/change-place';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Planner } from '#/execution/planner.ts';
import type { OnPlanned } from '#/execution/prepared-operations.ts';
import type { ExecutionResult, GraphContext } from '#/operation/graph-context.ts';
import type { OperationHook } from '#/operation/operation-hooks.ts';
import { findExcess, TOKENS_MAX } from '#/operation/operation-limits.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { EventsUnavailable, readChanges } from './change-reader.ts';
import type { EventField, EventSource, MadeEvent } from './event-fields.ts';
import { executeEvents } from './execute-events.ts';
import { type HeightRange, readMainHashes } from './hash-reader.ts';
import { type PoolPage, type PoolRange, readPoolChanges } from './pool-reader.ts';
import { type PreparedSubscription, prepareSubscription, rootFieldOf } from './prepare-subscription.ts';

const PREPARED_MAX = 500;
const ERRORS_MAX = 5;

/** A subscription as a client asks for it. */
export interface AskedSubscription {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
}

/** A subscription that may run. */
export interface OpenedSubscription {
  field: EventField;
  /** Arguments of the root field, with their defaults. */
  args: Readonly<Record<string, unknown>>;
  /** Equal for subscriptions whose equal events have equal results. */
  resultKey: string;
}

export interface EventGraphOptions {
  planner: Planner;
  /** The fields of Subscription. */
  fields: ReadonlyMap<string, EventField>;
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>;
  hooks: readonly OperationHook[];
  onPlanned?: OnPlanned | undefined;
}

interface Prepared {
  document: DocumentNode;
  subscription: PreparedSubscription;
}

/** The subscriptions of one graph: finds what a subscription asks for, and answers its selection for events. */
export class EventGraph {
  readonly #options: EventGraphOptions;
  readonly #prepared = new LRUCache<string, Prepared>({ max: PREPARED_MAX });

  constructor(options: EventGraphOptions) {
    this.#options = options;
  }

  /**
   * Checks a subscription as Apollo's server checks a query: syntax, size, validity, variables, cost.
   * @throws AggregateError of GraphQLErrors
   */
  open(asked: AskedSubscription, contextValue: GraphContext): OpenedSubscription {
    const { document, subscription } = this.#prepare(asked);
    const schema = this.#schema();
    const operation = getOperationAST(document, asked.operationName);
    if (operation == null)
      throw refused(new GraphQLError('operationName must name one of the operations in the query.'));
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], asked.variables ?? {});
    if (errors !== undefined) throw refused(...errors.map((error) => coded(error, 'BAD_USER_INPUT')));
    const resolved = { schema, document, operation, request: asked, contextValue };
    try {
      for (const hook of this.#options.hooks) hook().didResolveOperation?.(resolved);
    } catch (error) {
      throw refused(withoutHttp(error as GraphQLError));
    }
    const root = rootFieldOf(operation, document);
    const field = schema.getSubscriptionType()?.getFields()[root.name.value];
    const declared = this.#options.fields.get(root.name.value);
    if (field === undefined || declared === undefined)
      throw new Error('a valid subscription asks for a declared field');
    const used = subscription.variablesUsed.map((name) => coerced[name]);
    return {
      field: declared,
      args: getArgumentValues(field, root, coerced),
      resultKey: JSON.stringify([asked.operationName, asked.query, used]),
    };
  }

  /** True if a subscription's text is checked and planned already. */
  knows({ query, operationName }: Pick<AskedSubscription, 'query' | 'operationName'>): boolean {
    return this.#prepared.has(keyOf(query, operationName));
  }

  /** Answers the selection for each event. The results are worth nothing if the context's read has lost a pin. */
  execute(asked: AskedSubscription, events: readonly MadeEvent[], context: GraphContext): Promise<ExecutionResult[]> {
    const { subscription } = this.#prepare(asked);
    return executeEvents(subscription, events, asked.variables ?? {}, context, this.#options.readers);
  }

  /** Reads the hashes of a range of main-chain blocks, lowest first. @throws EventsUnavailable */
  hashes(range: HeightRange, context: GraphContext): Promise<string[]> {
    return readMainHashes(this.#options.readers, this.#sourceOf('blocks'), range, context);
  }

  /** Reads what a range of blocks changed. @throws EventsUnavailable */
  changes(field: string, range: ChangeRange, context: GraphContext): Promise<ChangePlace[]> {
    const source = this.#options.fields.get(field)?.source;
    if (source === undefined) throw new EventsUnavailable(`${field} is no longer part of the graph`);
    return readChanges(this.#options.readers, source, range, context);
  }

  /** Reads what entered and left a chain's mempool. @throws EventsUnavailable */
  poolChanges(range: PoolRange, context: GraphContext): Promise<PoolPage> {
    return readPoolChanges(this.#options.readers, this.#sourceOf('pool'), range, context);
  }

  /** The graph has at most one list of blocks, and one of the mempool. @throws EventsUnavailable */
  #sourceOf(kind: EventSource['kind']): EventSource {
    for (const { source } of this.#options.fields.values()) if (source.kind === kind) return source;
    throw new EventsUnavailable(`no part of the graph has a list of the kind ${kind}`);
  }

  #prepare({ query, operationName }: AskedSubscription): Prepared {
    const key = keyOf(query, operationName);
    const known = this.#prepared.get(key);
    if (known !== undefined) return known;
    const document = readDocument(query, this.#schema());
    try {
      const subscription = prepareSubscription(this.#options.planner, { document, operationName });
      this.#prepared.set(key, { document, subscription });
      this.#options.onPlanned?.(query, operationName ?? '');
      return { document, subscription };
    } catch (error) {
      if (error instanceof GraphQLError) throw refused(error);
      throw error;
    }
  }

  #schema(): GraphQLSchema {
    return this.#options.planner.apiSchema;
  }
}

function keyOf(query: string, operationName: string | undefined): string {
  return JSON.stringify([operationName || null, query]);
}

function readDocument(query: string, schema: GraphQLSchema): DocumentNode {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: TOKENS_MAX });
  } catch (error) {
    throw refused(coded(error as GraphQLError, 'GRAPHQL_PARSE_FAILED'));
  }
  const excess = findExcess(document);
  if (excess !== undefined) throw refused(coded(excess, 'GRAPHQL_VALIDATION_FAILED'));
  const rules = [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const faults = validate(schema, document, rules, { maxErrors: ERRORS_MAX });
  if (faults.length > 0) throw refused(...faults.map((fault) => coded(fault, 'GRAPHQL_VALIDATION_FAILED')));
  return document;
}

function coded(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes, source, positions, path } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: { code },
  });
}

/** Returns an error without the status and headers that a hook gives to Apollo's server: here they would reach the client. */
function withoutHttp({ message, nodes, extensions: { http: _, ...extensions } }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes: nodes ?? null, extensions });
}

function refused(...errors: GraphQLError[]): AggregateError {
  return new AggregateError(errors, 'the subscription is refused');
}
