import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { ApolloExecutor } from '#/execution/apollo/apollo-executor.ts';
import { canonicalJson } from '#/execution/apollo/subgraph-source.ts';
import { ExecutionCounts } from '#/execution/execution-counts.ts';
import { renderResult } from '#/execution/write-data.ts';
import { createGraph, type Graph } from '#/federation/create-graph.ts';
import type { AskedOperation } from '#/federation/query-graph.ts';
import { type GraphContext, startRead } from '#/operation/graph-context.ts';
import type { SubgraphAnswer } from '#/subgraphs/subgraph-answer.ts';
import { SUBGRAPHS, TEST_CHAIN } from '../gateway-stand.ts';
import { type InventedSchema, InventedSubgraph, serviceSchema, type Troubles } from './invented-subgraph.ts';
import { knownKey } from './known-key.ts';
import { Chance } from './random.ts';
import type { Operation } from './random-operation.ts';
import { type SpoiltShares, spoilAnswer } from './spoil-answer.ts';
import { spoilTypenames } from './spoil-typenames.ts';
import { StockGraph } from './stock-graph.ts';

const PIN = {
  chainId: TEST_CHAIN,
  name: 'VRSCTEST',
  rootName: 'VRSCTEST',
  environment: 'TESTNET',
  isDefault: true,
  height: 9,
  hash: 'f'.repeat(64),
  finalizedHeight: null,
  status: 'LIVE',
  lastFinalityBreak: 0n,
  poolSerial: null,
} as const;

export interface World extends Troubles, SpoiltShares {
  seed: string;
  /** Share of objects whose type name is wrong or missing. */
  misnamed?: number;
}

export interface TwinGraph {
  readonly supergraphSdl: string;
  readonly subgraphs: ReadonlyMap<string, InventedSchema>;
}

function serviceGraph(): TwinGraph {
  return {
    supergraphSdl: readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8'),
    subgraphs: new Map(SUBGRAPHS.map((name) => [name, serviceSchema(name)])),
  };
}

export const WHOLE: World = { seed: 'whole', nulls: 0, errors: 0, absent: 0, spoilt: 0, spoiltKeys: 0 };

export interface Exchange {
  status: number;
  body: string;
  /** Subgraph and body of each request. */
  asked: string[];
}

/** One graph over invented subgraphs: by Apollo's server and gateway, and by ours with either executor. */
export class TwinGateways {
  readonly counts = new ExecutionCounts();
  readonly #stock: StockGraph;
  readonly #own: Graph;
  readonly #apollo: Graph;
  readonly #answers = new Map<string, Promise<string>>();
  #subgraphs = new Map<string, InventedSubgraph>();
  #world: World = WHOLE;
  #asked: string[] = [];
  readonly #graph: TwinGraph;

  constructor(graph = serviceGraph()) {
    this.#graph = graph;
    const options = this.#optionsOfBoth();
    this.#stock = new StockGraph(options);
    const own = { ...options, tips: { pinsAfterLoss: async () => [PIN] }, cost: { max: Number.MAX_SAFE_INTEGER } };
    this.#own = createGraph({ ...own, counts: this.counts });
    this.#apollo = createGraph({ ...own, apollo: { Executor: ApolloExecutor, shadow: undefined } });
  }

  start(): Promise<void> {
    return this.#stock.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#stock.stop(), this.#own.close(), this.#apollo.close()]);
  }

  #optionsOfBoth() {
    const post = (name: string) => (body: string) => this.#post(name, body);
    return {
      supergraphSdl: this.#graph.supergraphSdl,
      subgraphs: new Map(Array.from(this.#graph.subgraphs.keys(), (name) => [name, { post: post(name) }])),
      secret: 'not checked by invented subgraphs',
      logger: pino({ enabled: false }),
    };
  }

  enter(world: World): void {
    this.#world = world;
    this.#answers.clear();
    this.#subgraphs = new Map(
      Array.from(this.#graph.subgraphs, ([name, schema]) => [name, new InventedSubgraph(schema, world.seed, world)]),
    );
  }

  async ask(execution: 'own' | 'apollo' | 'stock', operation: Operation): Promise<Exchange> {
    this.#asked = [];
    const context: GraphContext = {
      requestId: 'r-1',
      environment: 'TESTNET',
      key: { ...knownKey(), maySend: true },
      takeSends: () => undefined,
      logger: pino({ enabled: false }),
      read: startRead([PIN]),
    };
    if (execution === 'stock') return { ...(await this.#stock.ask(operation, context)), asked: this.#asked };
    const { queries } = execution === 'own' ? this.#own : this.#apollo;
    const { http, result } = await queries.answer(asOnTheWire(operation), context);
    return { status: http.status, body: renderResult(result), asked: this.#asked };
  }

  knows(operation: Operation): boolean {
    return this.#own.queries.find(asOnTheWire(operation)) !== undefined;
  }

  /** In the order of the questions; otherwise errors of two that fail at once would come in any order. */
  async #post(name: string, body: string): Promise<SubgraphAnswer> {
    this.#asked.push(`${name} ${body}`);
    const { query, variables = {} } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
    const question = `${name} ${query} ${canonicalJson(variables)}`;
    let answer = this.#answers.get(question);
    if (answer === undefined) {
      answer = this.#invent(name, query, variables);
      this.#answers.set(question, answer);
    }
    const text = await answer;
    await nextTurn();
    const { errors = [], ...rest } = JSON.parse(text) as Partial<SubgraphAnswer>;
    const complete = { ...rest, errors: errors.map((error) => ({ ...error, extensions: error.extensions ?? {} })) };
    const chance = new Chance(this.#world.seed);
    const spoilt = spoilAnswer(complete, chance, this.#world, question);
    return spoilTypenames(spoilt, chance, this.#world.misnamed ?? 0, question);
  }

  async #invent(name: string, query: string, variables: Record<string, unknown>): Promise<string> {
    const subgraph = this.#subgraphs.get(name);
    if (subgraph === undefined) throw new Error(`no subgraph ${name}`);
    return JSON.stringify(await subgraph.answer(query, variables));
  }
}

function asOnTheWire(operation: Operation): AskedOperation {
  return { operationName: undefined, ...JSON.parse(JSON.stringify(operation)) };
}
