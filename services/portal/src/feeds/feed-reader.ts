import { findChain } from '#/gateway/find-chain.ts';
import type { Caller, GatewayAnswer, GatewayClient, Question, ReadBlock, Values } from '#/gateway/gateway-client.ts';
import { GatewayAway } from '#/gateway/gateway-client.ts';
import { ReadFault } from '#/gateway/read-fault.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';
import { Refusal } from '#/http/refusal.ts';
import { type FeedAnswer, type GraphAtBlock, ROWS_MAX } from './feed.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { AskedFeed } from './read-endpoint.ts';
import { notFound } from './refusals.ts';

const TIMEOUT_MS = 25_000;
const CHAINS = '{ __typename }';
const HASH = `query FeedPin($chainId: String, $height: BigInt) {
  block(chainId: $chainId, height: $height) { hash }
}`;

const TOO_LONG = new Refusal(503, 'SUBGRAPH_TIMEOUT', 'This took too long. Please ask for less.', 2);
const REORGANIZING = new Refusal(
  503,
  'CHAIN_REORGANIZED',
  'The chain is being reorganised at this moment. Please repeat the request.',
  1,
);

export interface FeedReaderOptions {
  gateway: Pick<GatewayClient, 'ask'>;
  dollars: ReadonlyMap<string, string>;
  feedTimeoutMs?: number | undefined;
}

type Reading = FeedReaderOptions & {
  /** If absent, each request is read. */
  kept?: KeptAnswers;
};

export interface ReadFeed {
  readonly answer: FeedAnswer;
  readonly block: ReadBlock;
}

/** All calls have one key: the first one, those that read, and one that pays. */
export class FeedReader {
  readonly #options: Reading;
  readonly #caller: Caller;
  readonly #timeout: AbortSignal;

  constructor(options: Reading, caller: Caller) {
    this.#options = options;
    this.#timeout = AbortSignal.timeout(options.feedTimeoutMs ?? TIMEOUT_MS);
    this.#caller = { ...caller, gone: AbortSignal.any([caller.gone, this.#timeout]) };
  }

  /** Checks key, calls per second and month. @throws ReadFault */
  open(): Promise<GatewayAnswer> {
    return this.#ask({ query: CHAINS, terms: 'open' });
  }

  /** @throws ReadFault */
  pay(): Promise<GatewayAnswer> {
    return this.#ask({ query: CHAINS, terms: 'pay' });
  }

  /** If a reorganisation removes the block, the answer is read once more at the new one. @throws Refusal */
  async read(asked: AskedFeed, chainId: string, opened: GatewayAnswer): Promise<ReadFeed> {
    try {
      return await this.#readAt(asked, chainId, opened);
    } catch (error) {
      if (!isReorganized(error)) throw error;
    }
    try {
      return await this.#readAt(asked, chainId, await this.#ask({ query: CHAINS, terms: 'part' }));
    } catch (error) {
      throw isReorganized(error) ? REORGANIZING : error;
    }
  }

  async #readAt(asked: AskedFeed, name: string, { chains }: GatewayAnswer): Promise<ReadFeed> {
    const chain = await findChain((question) => this.#ask(question), chains, name);
    if (chain === undefined) throw notFound(`unknown chain ${name}`);
    const { chainId, height, hash, finalizedHeight } = chain;
    const latest = { chainId, height, hash };
    const block = asked.feed.isFinal === true ? await this.#findFinal(latest, finalizedHeight) : latest;
    const read = () => asked.endpoint.answer(this.#graphAt(block), asked.parameters);
    const { kept } = this.#options;
    return { block, answer: kept === undefined ? await read() : await kept.find(asked, block, read) };
  }

  /** @throws Refusal while no block is final */
  async #findFinal(latest: ReadBlock, finalizedHeight: number | null): Promise<ReadBlock> {
    if (finalizedHeight === null) throw notFound('No block of this chain is final yet.');
    const height = Math.min(finalizedHeight, latest.height);
    const block = objectOf(await this.#graphAt(latest).ask(HASH, { height }), 'block');
    return { ...latest, height, hash: String(cellOf(block, 'hash')) };
  }

  #graphAt(block: ReadBlock): GraphAtBlock {
    const { chainId } = block;
    return {
      ...block,
      dollarId: this.#options.dollars.get(chainId),
      ask: async (query, given) => {
        const variables = { chainId, ...given };
        const { data } = await this.#ask({ query, variables, terms: 'part', pageMax: ROWS_MAX, block });
        return data as Values;
      },
    };
  }

  /** @throws ReadFault for every answer that is not whole */
  async #ask(question: Question): Promise<GatewayAnswer> {
    try {
      const answer = await this.#options.gateway.ask(this.#caller, question);
      if (answer.status !== 200 || answer.errors.length > 0 || answer.data === null) throw new ReadFault(answer);
      return answer;
    } catch (error) {
      throw error instanceof GatewayAway && this.#timeout.aborted ? TOO_LONG : error;
    }
  }
}

function isReorganized(error: unknown): boolean {
  if (!(error instanceof ReadFault)) return false;
  return error.isBlockLost || (error.isPassing && error.code === 'CHAIN_REORGANIZED');
}
