import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { type GatewayStand, LIVE_CHAIN, TEST_CHAIN, tip } from '../gateway-stand.ts';

export function hashOf(height: number): string {
  return height.toString(16).padStart(8, '0').padEnd(64, '0');
}

export class FakeChain {
  readonly #stand: GatewayStand;
  height = 100;
  /** undefined: it has not been read. */
  poolSerial: bigint | undefined;

  constructor(stand: GatewayStand) {
    this.#stand = stand;
  }

  open(): void {
    const block = (height: number) => ({
      height,
      hash: hashOf(height),
      previousHash: hashOf(height - 1),
      confirmations: 1,
      timestamp: '2026-11-20T08:40:00Z',
      txCount: 1,
    });
    this.#stand.subgraphs.blocks.resolvers = {
      Query: {
        mainHashes: (_: unknown, { fromHeight, toHeight }: { fromHeight: number; toHeight: number }) =>
          Array.from({ length: toHeight - fromHeight + 1 }, (_, index) => hashOf(fromHeight + index)),
        block: (_: unknown, { height, hash }: { height?: number; hash?: string }) =>
          block(height ?? Number.parseInt(hash?.slice(0, 8) ?? '', 16)),
        networks: () => [],
      },
      Block: { __resolveReference: ({ hash }: { hash: string }) => block(Number.parseInt(hash.slice(0, 8), 16)) },
    };
    this.#stand.tips = () => [
      tip(this.height, { chainId: TEST_CHAIN, ...this.#pool() }),
      tip(this.height, { chainId: LIVE_CHAIN, environment: Environment.MAINNET, ...this.#pool() }),
    ];
  }

  #pool(): { poolSerial?: bigint } {
    return this.poolSerial === undefined ? {} : { poolSerial: this.poolSerial };
  }

  async grow(blocks = 1): Promise<void> {
    this.height += blocks;
    await this.#stand.follower.refresh();
  }
}
