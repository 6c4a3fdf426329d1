import { coded } from '@ledgergraph/gateway/test/fake-subgraph';
import { type GatewayStand, LIVE_CHAIN, TEST_CHAIN } from '@ledgergraph/gateway/test/gateway-stand';
import { hashOf } from '@ledgergraph/gateway/test/streams/fake-chain';
import { PINS_HEADER, readPins } from '@ledgergraph/graph-kit/request-headers';
import type { GraphQLError } from 'graphql';

const CHAINS = new Set([TEST_CHAIN, LIVE_CHAIN]);

interface BlocksArguments {
  chainId?: string;
  fromHeight?: number | null;
  toHeight: number;
  limit: number;
  cursor?: string | null;
}

function networkOf(name: string | undefined) {
  if (name?.toUpperCase() !== 'VRSCTEST') throw coded('NOT_FOUND', 'there is no such network');
  return { chainId: TEST_CHAIN };
}

export class FakeBlocks {
  readonly #stand: GatewayStand;
  /** Gets the number of pages before it, and whether it is the first of its list. */
  beforePage: (pages: number, isFirst: boolean) => void | Promise<void> = () => {};
  pages = 0;
  readonly height: number;
  producer = 'RMiner';

  constructor(stand: GatewayStand, height: number) {
    this.#stand = stand;
    this.height = height;
  }

  open(): void {
    this.pages = 0;
    this.beforePage = () => {};
    this.#stand.subgraphs.blocks.intercept = ({ query, variables, headers }, response) => {
      const pinned = readPins(headers[PINS_HEADER]).get(String(variables.chainId ?? TEST_CHAIN))?.height;
      const tip = pinned ?? this.height;
      const toHeight = Math.min(Number(variables.toHeight ?? tip), tip);
      void this.#answer(query, { ...variables, toHeight } as never).then((answer) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer));
      });
      return true;
    };
  }

  /** Building a schema for each of a thousand pages would take minutes. */
  async #answer(query: string, variables: BlocksArguments & { height: number }): Promise<object> {
    try {
      if (query.includes('network(')) return { data: { network: networkOf(variables.chainId) } };
      if (!CHAINS.has(variables.chainId ?? TEST_CHAIN)) throw coded('NOT_FOUND', 'there is no such network');
      if (!query.includes('blocks(')) return { data: { block: this.block(variables.height) } };
      return { data: { blocks: await this.#page(variables, query.includes('totalCount')) } };
    } catch (error) {
      const { message, extensions } = error as GraphQLError;
      const field = /(\w+)\(/.exec(query.slice(query.indexOf('{')))?.[1] ?? 'block';
      return { data: { [field]: null }, errors: [{ message, extensions, path: [field] }] };
    }
  }

  block(height: number) {
    return {
      height,
      hash: hashOf(height),
      previousHash: hashOf(Math.max(height - 1, 0)),
      timestamp: new Date(Date.UTC(2026, 0, 1) + height * 60_000).toISOString().replace('.000Z', 'Z'),
      validation: 'WORK',
      producer: { chainId: TEST_CHAIN, address: this.producer },
      reward: `${height}.00000001`,
      txCount: 1,
      size: 700,
      difficulty: 1.5,
    };
  }

  async #page({ fromHeight, toHeight, limit, cursor }: BlocksArguments, isCount: boolean) {
    const first = fromHeight ?? 0;
    const totalCount = Math.max(toHeight - first + 1, 0);
    if (isCount) return { totalCount };
    await this.beforePage(this.pages, cursor == null);
    this.pages += 1;
    const from = cursor == null ? first : Number(cursor) + 1;
    const to = Math.min(from + limit - 1, toHeight);
    const blocks = Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => this.block(from + index));
    return { blocks, totalCount, hasMore: to < toHeight, nextCursor: to < toHeight ? String(to) : null };
  }
}
