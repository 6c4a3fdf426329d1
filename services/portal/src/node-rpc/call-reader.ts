import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';
import type { LRUCache } from 'lru-cache';
import { findChain } from '#/gateway/find-chain.ts';
import type {
  AnsweredChain,
  Caller,
  GatewayAnswer,
  GatewayClient,
  Question,
  ReadBlock,
  Values,
} from '#/gateway/gateway-client.ts';
import { passedOn, ReadFault } from '#/gateway/read-fault.ts';
import { cellOf, connectionPage, objectIn, objectOf } from '#/gateway/values.ts';
import { Refusal } from '#/http/refusal.ts';
import type { Call, Page } from './method.ts';
import type { RpcRoom } from './rpc-concurrency.ts';
import { invalidParameter } from './rpc-error.ts';

type JsonParams = Call['params'];

/** A page of clients would be ten times as many requests. */
const PAGE_ITEMS = 1_000;
const ROWS_PER_UNIT = 1_000;
/** For a list of many addresses that have few rows, or none. */
const QUESTIONS_PER_UNIT = 10;
/** A page that is too long is asked for again in such a part. */
const PART_OF_PAGE = 10;
const TOO_LONG = 'ANSWER_TOO_LONG';
const NOTHING = '{ __typename }';
const BLOCK = `query RpcBlock($chain: String!, $height: BigInt!) {
  block(chainId: $chain, height: $height) { hash }
}`;
/** Errors of one field: the others have their values. */
const OF_FIELDS = new Set(['NOT_FOUND', 'VALIDATION_ERROR', 'AMBIGUOUS_NAME']);
const NO_CHAIN = new Refusal(404, 'NOT_FOUND', 'No chain of that name is read with this key at the moment.');

/** The mempool goes on while a call reads the same block. */
const HAS_LEFT = new Refusal(503, 'NOT_FOUND', 'What was asked for has left meanwhile. Please try again.', 1);

/** By the name in a URL, and the chains that the key reads. */
export type ChainNames = LRUCache<string, string>;

export type CallRoom = Pick<RpcRoom, 'holdAnswer' | 'keep' | 'beginCall'>;

export interface CallReaderOptions {
  gateway: Pick<GatewayClient, 'ask'>;
  caller: Caller;
  chain: string;
  params: JsonParams;
  /** Height to read at; undefined: the latest block. */
  height: number | undefined;
  names: ChainNames;
  room: CallRoom;
}

export class CallReader implements Call {
  readonly #options: CallReaderOptions;
  #block: ReadBlock | undefined;
  /** Latest blocks, of an answer that was read at them. */
  #tips: readonly AnsweredChain[] | undefined;
  #isPaid = false;
  #rows = 0;
  #questions = 0;
  #units = 1;
  /** The gateway's last answer with limits had them, for the client. */
  headers: Record<string, string> = {};

  constructor(options: CallReaderOptions) {
    this.#options = options;
  }

  get params(): JsonParams {
    return this.#options.params;
  }

  get chain(): string {
    return this.#options.chain;
  }

  get asOf(): number | undefined {
    return this.#options.height;
  }

  /** For another attempt, at another block. What was paid stays paid. */
  startAgain(): void {
    this.#block = undefined;
    this.#tips = undefined;
    this.#rows = 0;
    this.#questions = 0;
    this.#options.room.beginCall();
  }

  /** Checks the key, and pays, for a method that asks nothing. */
  async pay(): Promise<void> {
    if (!this.#isPaid) await this.#send({ query: NOTHING, terms: 'whole' });
  }

  /** Checks the key, and pays nothing. */
  async open(): Promise<void> {
    await this.#send({ query: NOTHING, terms: 'open' });
  }

  async ask(query: string, variables: Values = {}): Promise<Values> {
    return this.#dataOf(await this.askWhole(query, variables));
  }

  async askWhole(query: string, variables: Values = {}): Promise<GatewayAnswer> {
    return this.#ask({ query, variables });
  }

  async *pages(query: string, variables: Values, path: readonly string[]): AsyncGenerator<Page, void, void> {
    const items = path.at(-1) ?? '';
    let most = PAGE_ITEMS;
    // The first has the size of a client's, whose answers are cached.
    for (let cursor: string | null = null, limit = PAGE_MAX; ; limit = most) {
      const data = await this.#findPage(query, { ...variables, cursor, limit });
      if (data === undefined) {
        most = Math.ceil(limit / PART_OF_PAGE);
        continue;
      }
      const connection = findConnection(data, path.slice(0, -1));
      if (connection === undefined) throw HAS_LEFT;
      const page = connectionPage(connection, items);
      await this.charge(page.items.length);
      yield { items: page.items, connection };
      cursor = page.nextCursor;
      if (cursor === null) return;
    }
  }

  /** Undefined if a smaller one may fit: anyone can pay an address many outputs with large scripts. */
  async #findPage(query: string, variables: Values & { limit: number }): Promise<Values | undefined> {
    const { limit } = variables;
    const pageMax = limit > PAGE_MAX ? { pageMax: limit } : {};
    try {
      return this.#dataOf(await this.#ask({ query, variables, ...pageMax }));
    } catch (error) {
      if (error instanceof Refusal && error.code === TOO_LONG && limit > 1) return undefined;
      throw error;
    }
  }

  async charge(rows: number): Promise<void> {
    this.#rows += rows;
    await this.#payDue();
  }

  keep(characters: number): void {
    this.#options.room.keep(characters);
  }

  async #payDue(): Promise<void> {
    const due = Math.ceil(Math.max(this.#rows / ROWS_PER_UNIT, this.#questions / QUESTIONS_PER_UNIT));
    for (; this.#units < due; this.#units += 1) await this.#send({ query: NOTHING, terms: 'pay' });
  }

  async block(): Promise<ReadBlock> {
    await this.pay();
    this.#block ??= await this.#findBlock();
    return this.#block;
  }

  async #ask(question: Omit<Question, 'terms' | 'block'>): Promise<GatewayAnswer> {
    this.#questions += 1;
    await this.#payDue();
    const isFirst = !this.#isPaid && this.#options.height === undefined;
    const answer = await this.#send(
      isFirst ? { ...question, terms: 'whole' } : { ...question, terms: 'part', block: await this.block() },
    );
    // An unknown chain is the reason for all that was not found.
    if (answer.errors.some(({ extensions }) => extensions?.code === 'NOT_FOUND')) await this.block();
    return answer;
  }

  async #send(question: Question): Promise<GatewayAnswer> {
    const { gateway, caller, room } = this.#options;
    const answer = await gateway.ask(caller, { ...question, onLength: (bytes) => room.holdAnswer(bytes) });
    this.headers = { ...this.headers, ...passedOn(answer.headers) };
    if (answer.data === null) throw new ReadFault(answer);
    if (question.block === undefined) this.#tips ??= answer.chains;
    if (question.terms === 'whole') this.#isPaid = true;
    return answer;
  }

  #dataOf(answer: GatewayAnswer): Values {
    const { data, errors } = answer;
    const fault = errors.find(({ extensions }) => !OF_FIELDS.has(String(extensions?.code)));
    if (fault !== undefined) throw new ReadFault({ ...answer, errors: [fault] });
    return data ?? {};
  }

  async #findBlock(): Promise<ReadBlock> {
    const { chain, height } = this.#options;
    const tip = await this.#findTip();
    if (height === undefined) return tip;
    if (height > tip.height) throw invalidParameter('Block height out of range');
    const answer = await this.#send({ query: BLOCK, variables: { chain, height }, terms: 'part' });
    const block = objectOf(this.#dataOf(answer), 'block');
    return { chainId: tip.chainId, height, hash: String(cellOf(block, 'hash')) };
  }

  async #findTip(): Promise<ReadBlock> {
    const { chain, names } = this.#options;
    const chains = this.#tips ?? (await this.#send({ query: NOTHING, terms: 'part' })).chains;
    const name = JSON.stringify([chain, chains.map(({ chainId }) => chainId)]);
    const ask = async (question: Question): Promise<GatewayAnswer> => {
      const answer = await this.#send(question);
      if (answer.errors.length > 0) throw new ReadFault(answer);
      return answer;
    };
    const tip = await findChain(ask, chains, names.get(name) ?? chain);
    if (tip === undefined) throw NO_CHAIN;
    names.set(name, tip.chainId);
    return tip;
  }
}

function findConnection(data: Values, path: readonly string[]): Values | undefined {
  return path.reduce<Values | undefined>((values, name) => values && objectIn(values, name), data);
}
