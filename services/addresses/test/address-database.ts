import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { type Network, readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, prepareBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { createAddressHandler } from '#/indexing/handler.ts';

export const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
export const PCHAIN = 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV';

const MESSAGES = {
  [VRSCTEST]: announcedNetwork('vrsctest-a'),
  [PCHAIN]: announcedNetwork('pchain-a'),
};

export type Prepared = () => Promise<unknown>;

/** Indexed as by the kit's loop: cursor and rows in one transaction. */
export class AddressDatabase {
  readonly db: SqlWriter;
  handler = createAddressHandler();
  /** Reads, without those of transactions. */
  readonly statements: string[];
  readonly #drop: () => Promise<void>;

  private constructor(db: SqlWriter, statements: string[], drop: () => Promise<void>) {
    this.db = db;
    this.statements = statements;
    this.#drop = drop;
  }

  static async create(): Promise<AddressDatabase> {
    return AddressDatabase.open(await createTestDatabase({ service: 'addresses' }));
  }

  /** `close` drops the database. */
  static async open(database: TestDatabase): Promise<AddressDatabase> {
    const writer = openWriter(database.url);
    const statements: string[] = [];
    const db: SqlWriter = {
      ...writer,
      $queryRawUnsafe: (sql, ...values) => {
        statements.push(sql);
        return writer.$queryRawUnsafe(sql, ...values);
      },
    };
    for (const message of Object.values(MESSAGES)) await saveNetwork(db, message);
    return new AddressDatabase(db, statements, database.drop);
  }

  static beside({ db, statements }: AddressDatabase): AddressDatabase {
    return new AddressDatabase(db, statements, async () => undefined);
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
    return { db: this.db, handler: this.handler };
  }

  async close(): Promise<void> {
    await this.db.$disconnect();
    await this.#drop();
  }
}

export function networkOf(chainId: string): Network {
  const message = Object.values(MESSAGES).find((known) => known.chainId === chainId);
  if (message === undefined) throw new Error(`no recording of ${chainId}`);
  return readNetworkMessage(message);
}
