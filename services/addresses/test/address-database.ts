import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { type Network, readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, prepareBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { PrismaClient } from '#/generated/prisma/client.ts';
import { createAddressHandler } from '#/indexing/address-handler.ts';

export const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
export const PCHAIN = 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV';

const MESSAGES = {
  [VRSCTEST]: announcedNetwork('vrsctest-a'),
  [PCHAIN]: announcedNetwork('pchain-a'),
};

export type Prepared = () => Promise<unknown>;

/** Indexed as by the kit's loop: cursor and rows in one transaction. */
export class AddressDatabase {
  readonly prisma: PrismaClient;
  handler = createAddressHandler();
  readonly statements: string[];
  readonly #drop: () => Promise<void>;

  private constructor(prisma: PrismaClient, statements: string[], drop: () => Promise<void>) {
    this.prisma = prisma;
    this.statements = statements;
    this.#drop = drop;
  }

  static async create(): Promise<AddressDatabase> {
    return AddressDatabase.open(await createTestDatabase({ service: 'addresses' }));
  }

  /** `close` drops the database. */
  static async open(database: TestDatabase): Promise<AddressDatabase> {
    const prisma = new PrismaClient({
      adapter: createAdapter(database.url),
      log: [{ level: 'query', emit: 'event' }],
    });
    const statements: string[] = [];
    prisma.$on('query', ({ query }) => statements.push(query));
    for (const message of Object.values(MESSAGES)) await saveNetwork(prisma, message);
    return new AddressDatabase(prisma, statements, database.drop);
  }

  static beside({ prisma, statements }: AddressDatabase): AddressDatabase {
    return new AddressDatabase(prisma, statements, async () => undefined);
  }

  forget(): void {
    this.handler = createAddressHandler();
  }

  async apply(blocks: readonly Block[], batchBlocks?: number): Promise<void> {
    const [first] = blocks;
    if (first !== undefined) await applyBlocks(this.#stand(), networkOf(first.chainId), blocks, batchBlocks);
  }

  prepare(batch: readonly Block[]): Promise<Prepared> {
    return prepareBlocks(this.#stand(), networkOf(batch[0]?.chainId ?? ''), batch);
  }

  revert(chainId: string, keepHeight: number): Promise<void> {
    return revertBlocks(this.#stand(), networkOf(chainId), keepHeight);
  }

  #stand() {
    return { db: this.prisma, handler: this.handler };
  }

  async close(): Promise<void> {
    await this.prisma.$disconnect();
    await this.#drop();
  }
}

export function networkOf(chainId: string): Network {
  const message = Object.values(MESSAGES).find((known) => known.chainId === chainId);
  if (message === undefined) throw new Error(`no recording of ${chainId}`);
  return readNetworkMessage(message);
}
