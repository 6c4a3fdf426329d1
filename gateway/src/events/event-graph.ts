import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
} from 'graphql';
import { coded } from '#/errors/format-error.ts';
import { OperationCache } from '#/execution/operation-cache.ts';
import type { Planning } from '#/execution/planning/planning.ts';
import { PlanningBusy } from '#/execution/planning/planning-thread.ts';
import { DOCUMENT_BYTES_PER_CHARACTER } from '#/execution/prepared-operations.ts';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';
import type { ExecutionResult, GraphContext, OperationCost } from '#/operation/graph-context.ts';
import type { OperationHook } from '#/operation/operation-hooks.ts';
import { type PlanningAccount, timed } from '#/operation/planning-account.ts';
import { readDocument } from '#/operation/read-document.ts';
import { readVariables } from '#/operation/read-variables.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import type { EventField, MadeEvent } from './event-fields.ts';
import { EventSources, EventsUnavailable } from './event-sources.ts';
import { executeEvents } from './execute-events.ts';
import { type PreparedSubscription, prepareSubscription } from './prepare-subscription.ts';

const UNRESOLVED = 'operationName must name one of the operations in the query.';

export interface AskedSubscription {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
}

export interface OpenedSubscription {
  field: EventField;
  /** With their defaults. */
  args: Readonly<Record<string, unknown>>;
  /** Equal where equal events have equal results. */
  resultKey: string;
  /** For one event; undefined: no limit. */
  cost: OperationCost | undefined;
}

export interface EventGraphOptions {
  planning: Planning;
  fields: ReadonlyMap<string, EventField>;
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>;
  hooks: readonly OperationHook[];
}

interface Read {
  document: DocumentNode;
  /** Undefined until it is planned. */
  subscription: PreparedSubscription | undefined;
}

interface Prepared extends Read {
  subscription: PreparedSubscription;
}

export class EventGraph {
  readonly #options: EventGraphOptions;
  readonly sources: EventSources;
  readonly #prepared = new OperationCache<Prepared>({ bytes: MEMORY_BOUNDS.subscriptions });

  constructor(options: EventGraphOptions) {
    this.#options = options;
    this.sources = new EventSources(options.fields, options.readers);
  }

  /**
   * As a query is checked: syntax, size, validity, variables, cost.
   * @throws AggregateError of GraphQLErrors; EventsUnavailable where it cannot be planned now
   */
  async open(asked: AskedSubscription, contextValue: GraphContext): Promise<OpenedSubscription> {
    const read = timed(contextValue.planning, () => this.#read(asked));
    const { document } = read;
    const schema = this.#schema();
    const operation = getOperationAST(document, asked.operationName);
    if (operation == null) throw refused(coded(new GraphQLError(UNRESOLVED), 'OPERATION_RESOLUTION_FAILURE'));
    // Before anything is planned or taken from the key's limits.
    if (operation.operation !== 'subscription') throw refused(noSubscription(operation));
    const { coerced, errors } = readVariables(schema, operation.variableDefinitions ?? [], asked.variables ?? {});
    if (errors !== undefined) throw refused(...errors);
    let cost: OperationCost | undefined;
    const noteCost = (noted: OperationCost): void => {
      cost = noted;
    };
    const resolved = { schema, document, operation, request: asked, contextValue: { ...contextValue, noteCost } };
    try {
      for (const hook of this.#options.hooks) hook().didResolveOperation?.(resolved);
    } catch (error) {
      throw refused(withoutHttp(error as GraphQLError));
    }
    const { subscription } = await this.#prepare(asked, read, contextValue.planning);
    const { root } = subscription.own;
    const field = schema.getSubscriptionType()?.getFields()[root.name.value];
    const declared = this.#options.fields.get(root.name.value);
    if (field === undefined || declared === undefined)
      throw new Error('a valid subscription asks for a declared field');
    const used = subscription.variablesUsed.map((name) => coerced[name]);
    return {
      field: declared,
      args: getArgumentValues(field, root, coerced),
      resultKey: JSON.stringify([asked.operationName, asked.query, used]),
      cost,
    };
  }

  knows({ query, operationName }: Pick<AskedSubscription, 'query' | 'operationName'>): boolean {
    return this.#prepared.has(keyOf(query, operationName));
  }

  /** The results are void if the context's read has lost a pin. */
  async execute(
    asked: AskedSubscription,
    events: readonly MadeEvent[],
    context: GraphContext,
  ): Promise<ExecutionResult[]> {
    const { subscription } = await this.#prepare(
      asked,
      timed(context.planning, () => this.#read(asked)),
      context.planning,
    );
    return executeEvents(subscription, events, asked.variables ?? {}, context, this.#options.readers);
  }

  #read({ query, operationName }: AskedSubscription): Read {
    const known = this.#prepared.find(keyOf(query, operationName));
    if (known !== undefined) return known;
    return { document: readDocument(query, this.#schema(), NoSchemaIntrospectionCustomRule), subscription: undefined };
  }

  /** Comes after everything that can refuse a subscription. */
  async #prepare(
    { query, operationName }: AskedSubscription,
    { document, subscription: known }: Read,
    account?: PlanningAccount,
  ): Promise<Prepared> {
    if (known !== undefined) return { document, subscription: known };
    const key = keyOf(query, operationName);
    try {
      const text = { document, source: query, operationName };
      const subscription = await prepareSubscription(this.#options.planning, text, account);
      const bytes = subscription.bytes + DOCUMENT_BYTES_PER_CHARACTER * query.length;
      this.#prepared.keep(key, { document, subscription }, bytes, account?.team);
      return { document, subscription };
    } catch (error) {
      if (error instanceof PlanningBusy) throw new EventsUnavailable(error.message);
      if (error instanceof GraphQLError) throw refused(error);
      throw error;
    }
  }

  #schema(): GraphQLSchema {
    return this.#options.planning.planner.apiSchema;
  }
}

function keyOf(query: string, operationName: string | undefined): string {
  return JSON.stringify([operationName || null, query]);
}

/** The status and headers of a hook would reach the client here. */
function withoutHttp({ message, nodes, extensions: { http: _, ...extensions } }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes: nodes ?? null, extensions });
}

function noSubscription(operation: OperationDefinitionNode): GraphQLError {
  const message = `A WebSocket carries subscriptions, and no ${operation.operation}. Please send it by POST /graphql.`;
  return coded(new GraphQLError(message, { nodes: operation }), 'GRAPHQL_VALIDATION_FAILED');
}

function refused(...errors: GraphQLError[]): AggregateError {
  return new AggregateError(errors, 'the subscription is refused');
}
