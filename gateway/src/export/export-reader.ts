import { setTimeout as delay } from 'node:timers/promises';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { Refused } from '#/admission/refused.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import { clientErrors, failureErrors } from '#/errors/client-errors.ts';
import { PUBLIC_CODES, type PublicCode } from '#/errors/error-codes.ts';
import { RenderedData } from '#/execution/write-data.ts';
import type { Graph } from '#/federation/create-graph.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import { EXPORT_PART } from '#/federation/query-graph.ts';
import type { WorkUnderWay } from '#/limits/work-under-way.ts';
import { endRead, type GraphContext, startRead } from '#/operation/graph-context.ts';
import type { Tip } from '#/pin/tip.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { ExportBlock, Values } from './export-list.ts';

/** Items that are read at once: a client's pages would be ten times as many requests. */
export const PAGE_ITEMS = 1_000;
/** The same where next to nothing of each is read. */
export const WALK_ITEMS = 5_000;
const RETRY_MS = 250;
const RETRY_AFTER_S = 2;

const STATUSES: Readonly<Partial<Record<PublicCode, number>>> = {
  NOT_FOUND: 404,
  CHAIN_REORGANIZED: 409,
  SUBGRAPH_UNAVAILABLE: 503,
  SUBGRAPH_TIMEOUT: 503,
  INTERNAL_SERVER_ERROR: 500,
};

const BLOCK_LOST: GraphQLFormattedError = {
  message: 'The block that this export is read at is not on the main chain. Please start it again.',
  extensions: { code: 'CHAIN_REORGANIZED' },
};
const NOT_OFFERED = new Refused(404, 'NOT_FOUND', 'This installation does not have the data of this list.');

/** One answer of the graph, or of a part of it. */
interface Answer {
  data: Values | null;
  errors: readonly GraphQLFormattedError[];
}

const LOST: Answer = { data: null, errors: [BLOCK_LOST] };

/** A block that a chain is read at. */
type ReadBlock = Pick<ExportBlock, 'chainId' | 'height' | 'hash'>;

export interface ExportReaderOptions {
  graphs: Pick<CurrentGraph, 'run'>;
  tips: Pick<TipFollower, 'pins'>;
  /** Time limit of one page, in all. */
  operationTimeoutMs: number;
  /** Bounds what a team has running; absent: nothing does. */
  work?: Pick<WorkUnderWay, 'enter'> | undefined;
  logger: Logger;
}

/** A page that could not be read. */
export class ReadFault extends Error {
  readonly refused: Refused;
  /** Meanings of an ambiguous name, each as `<name> (<i-address>)`; empty for every other fault. */
  readonly candidates: readonly string[];

  constructor(refused: Refused, candidates: readonly string[] = []) {
    super(refused.message);
    this.refused = refused;
    this.candidates = candidates;
  }

  /** True if the graph of this moment has not the fields that were asked for. */
  get isNotOffered(): boolean {
    return this.refused === NOT_OFFERED;
  }

  /** True if the chain is being reorganised at this moment, and what was read may be read at another block. */
  get isReorganization(): boolean {
    const { code, status, message } = this.refused;
    return code === 'CHAIN_REORGANIZED' && (status === 503 || message === BLOCK_LOST.message);
  }
}

/** Asks the graph for one export, as its key may, by the way of every operation. */
export class ExportReader {
  readonly #options: ExportReaderOptions;
  readonly #key: KnownKey;
  readonly #requestId: string;
  readonly #isGone: () => boolean;

  constructor(options: ExportReaderOptions, key: KnownKey, requestId: string, isGone: () => boolean) {
    this.#options = options;
    this.#key = key;
    this.#requestId = requestId;
    this.#isGone = isGone;
  }

  /** True once the client has gone: what is read then is for nothing. */
  get isAbandoned(): boolean {
    return this.#isGone();
  }

  /**
   * Reads values of the graph, as a client does.
   * @param block that its chain is read at; absent: the latest one
   * @param patienceMs how long to ask again while a part of the graph is away or the chain is being reorganised
   * @throws ReadFault
   */
  ask(query: string, variables: Record<string, unknown>, block?: ReadBlock, patienceMs = 0): Promise<Values> {
    const asked = { query, operationName: undefined, variables };
    return this.#askUntil(block, patienceMs, async ({ queries }, context) => {
      const { pins } = context.read;
      const { result } = await queries.answer(asked, context);
      // The executor has read at the latest block in the place of one that was lost: these rows are of another state.
      if (block !== undefined && context.read.pins !== pins) return LOST;
      const data: unknown = result.data instanceof RenderedData ? result.data.tree : result.data;
      return { data: (data ?? null) as Values | null, errors: result.errors ?? [] };
    });
  }

  /** Reads values of one subgraph at a block, by fields that clients do not see. @throws ReadFault as `ask` */
  askOne(
    subgraph: string,
    query: string,
    variables: Record<string, unknown>,
    block: ReadBlock,
    patienceMs = 0,
  ): Promise<Values> {
    const body = JSON.stringify({ query, variables });
    return this.#askUntil(block, patienceMs, async ({ readers }, context) => {
      const reader = readers.get(subgraph);
      if (reader === undefined) throw new ReadFault(NOT_OFFERED);
      const leave = await this.#enter(context);
      if (typeof leave !== 'function') return leave;
      const reading = await reader.read(body, undefined, context).finally(leave);
      if (context.read.lost.size > 0) return LOST;
      const { data, errors, failure } = reading;
      // A subgraph of before, whose error would be masked below.
      if (errors.some(({ extensions }) => extensions.code === 'GRAPHQL_VALIDATION_FAILED'))
        throw new ReadFault(NOT_OFFERED);
      const places = { originals: undefined, allPaths: () => [[]] };
      return { data, errors: failure === undefined ? clientErrors(errors, places, 1) : failureErrors(failure, places) };
    });
  }

  /** Takes room in the work of the team, as every operation does. @returns a refusal where no room came in time */
  async #enter({ deadline }: GraphContext): Promise<(() => void) | Answer> {
    try {
      return (await this.#options.work?.enter(this.#key, PAGE_ITEMS, deadline, EXPORT_PART)) ?? (() => {});
    } catch (error) {
      if (error instanceof GraphQLError) return { data: null, errors: [error.toJSON()] };
      throw error;
    }
  }

  async #askUntil(
    block: ReadBlock | undefined,
    patienceMs: number,
    askOnce: (graph: Graph, context: GraphContext) => Promise<Answer>,
  ): Promise<Values> {
    for (const until = performance.now() + patienceMs; ; await delay(RETRY_MS)) {
      const { data, errors } = await this.#askOnce(block, askOnce);
      const [error] = errors;
      if (error === undefined && data !== null) return data;
      if (!isPassing(error) || performance.now() >= until || this.#isGone())
        throw new ReadFault(refusalOf(error), candidatesOf(error));
    }
  }

  async #askOnce(
    block: ReadBlock | undefined,
    askOnce: (graph: Graph, context: GraphContext) => Promise<Answer>,
  ): Promise<Answer> {
    const { graphs, tips, operationTimeoutMs, logger } = this.#options;
    const { environment } = this.#key;
    const deadline = new Deadline(operationTimeoutMs);
    const read = startRead(pinsAt(tips.pins(environment), block));
    try {
      const context = {
        requestId: this.#requestId,
        environment,
        key: this.#key,
        logger,
        deadline,
        read,
        pageMax: WALK_ITEMS,
      };
      return await graphs.run((graph) => askOnce(graph, context));
    } finally {
      deadline.end();
      endRead(read);
    }
  }
}

/** The latest blocks, but for the chain of a block, which is read there: its rows follow from that block alone. */
function pinsAt(pins: readonly Tip[], block: ReadBlock | undefined): readonly Tip[] {
  if (block === undefined) return pins;
  const { chainId, height, hash } = block;
  return pins.map((pin) => (pin.chainId === chainId ? { ...pin, height, hash, poolSerial: null } : pin));
}

/** True for a fault that may be gone a moment later. A list whose block has left the chain has its error at the place of the list. */
function isPassing(error: GraphQLFormattedError | undefined): boolean {
  const code = error?.extensions?.code;
  if (code === 'CHAIN_REORGANIZED') return error?.path === undefined;
  return code === 'SUBGRAPH_UNAVAILABLE' || code === 'SUBGRAPH_TIMEOUT' || code === 'RATE_LIMITED';
}

function candidatesOf(error: GraphQLFormattedError | undefined): readonly string[] {
  const candidates = error?.extensions?.candidates;
  return Array.isArray(candidates) ? candidates.map(String) : [];
}

function refusalOf(error: GraphQLFormattedError | undefined): Refused {
  const given = error?.extensions?.code as PublicCode | undefined;
  // The graph of this moment has not the fields that the list is made of.
  if (given === 'GRAPHQL_VALIDATION_FAILED') return NOT_OFFERED;
  const code = given !== undefined && PUBLIC_CODES.has(given) ? given : 'INTERNAL_SERVER_ERROR';
  if (error === BLOCK_LOST) return new Refused(409, 'CHAIN_REORGANIZED', BLOCK_LOST.message);
  if (code === 'RATE_LIMITED') return new Refused(429, code, error?.message ?? '', RETRY_AFTER_S);
  if (isPassing(error)) return new Refused(503, code, error?.message ?? '', RETRY_AFTER_S);
  return new Refused(STATUSES[code] ?? 400, code, error?.message ?? 'The data cannot be read.');
}
