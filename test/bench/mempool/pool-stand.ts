import { followChain } from '@ledgergraph/blocks/following/follow-chain';
import { PoolFollower } from '@ledgergraph/blocks/pool/pool-follower';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { generateChain } from '@ledgergraph/generators/generated-chain/generate-chain';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { BenchNode } from './bench-node.ts';
import { PooledTransactions, readTemplates } from './pooled-transactions.ts';

const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const SEED = 1;
/** The mempool spends their outputs. */
const BASE_BLOCKS = 500;
/** Only a call wakes the follower. */
const POLL_MS = 3_600_000;

export function writeChain(file: string, blocks: number): ChainFile {
  return ChainFile.write(file, generateChain({ seed: SEED, blocks: BASE_BLOCKS + blocks, chainId: CHAIN_ID }));
}

/** The indexer of blocks with both followers, in this process. */
export class PoolStand {
  readonly node: BenchNode;
  readonly pooled: PooledTransactions;
  readonly #db: SqlWriter;
  readonly #logger = createLogger('bench', 'silent');
  #pool: PoolFollower<Parameters<Parameters<SqlWriter['$transaction']>[0]>[0]> | undefined;
  #reading: PromiseWithResolvers<number> | undefined;
  poolCommits = 0;

  private constructor(chain: ChainFile, databaseUrl: string) {
    this.pooled = new PooledTransactions(readTemplates(chain, BASE_BLOCKS));
    this.node = new BenchNode(chain, CHAIN_ID, BASE_BLOCKS - 1, this.pooled);
    this.#db = openWriter(databaseUrl);
  }

  /** The base is indexed. @param databaseUrl of an empty database */
  static async open(chain: ChainFile, databaseUrl: string): Promise<PoolStand> {
    const stand = new PoolStand(chain, databaseUrl);
    await saveNetwork(stand.#db, announcedNetwork('vrsctest-a'));
    await stand.followBlocks();
    return stand;
  }

  async followBlocks(): Promise<void> {
    const deps = { chainId: CHAIN_ID, db: this.#db, logger: this.#logger, onCommit: () => this.#pool?.wake() };
    while ((await followChain(deps, this.node)) !== 'at-tip');
  }

  followPool(): void {
    this.#pool = new PoolFollower({
      chainId: CHAIN_ID,
      db: this.#db,
      node: () => this.node,
      pollMs: POLL_MS,
      // The follower would only try again later.
      logger: Object.assign(createLogger('bench', 'silent'), {
        warn: ({ err }: { err: unknown }) => this.#reading?.reject(err),
      }),
      onWritten: () => {
        this.poolCommits += 1;
      },
      onRead: ({ size }) => this.#reading?.resolve(size),
    });
  }

  /** Resolves when the follower has read all. @returns transactions in the mempool @throws its failure */
  readPool(): Promise<number> {
    const reading = Promise.withResolvers<number>();
    this.#reading = reading;
    this.#pool?.wake();
    return reading.promise;
  }

  async lookAtPool(): Promise<void> {
    const asked = this.node.asked();
    this.#pool?.wake();
    await asked;
  }

  async countEntered(): Promise<number> {
    const [row] = await this.#db.$queryRawUnsafe<{ count: bigint }[]>('SELECT count(*) FROM pool_stay');
    return Number(row?.count ?? 0);
  }

  async close(): Promise<void> {
    await this.#pool?.stop();
    await this.#db.$disconnect();
  }
}
