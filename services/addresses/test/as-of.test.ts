import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { findActivities } from '#/db/address-transactions.ts';
import { findHeldTotals } from '#/db/holders.ts';
import { listAddressTransactions } from '#/db/list-address-transactions.ts';
import { countBalances, listBalances } from '#/db/list-balances.ts';
import { listHolders } from '#/db/list-holders.ts';
import { countLocked, listUtxos } from '#/db/list-utxos.ts';
import { AddressDatabase, PCHAIN, VRSCTEST } from './address-database.ts';
import { readAddresses } from './recorded-answers.ts';

const RANDOM_HEIGHTS = 4;
const MATURITY = 100;
const ALL = 1_000_000;

async function readAll(db: SqlExecutor, chainId: string, addresses: readonly string[], height: number) {
  const keys = addresses.map((address) => ({ chainId, address, height }));
  const utxoKeys = keys.map((key) => ({ ...key, matureHeight: height + 1 - MATURITY }));
  const currencies = await db.$queryRawUnsafe<{ currencyId: string; height: number }[]>(
    `SELECT address.address AS "currencyId", known.height
       FROM known_currency known JOIN chain ON chain.id = known.chain
       JOIN address ON address.chain = chain.id AND address.id = known.currency_id
      WHERE chain.chain_id = $1 ORDER BY 1`,
    chainId,
  );
  const currencyKeys = currencies
    .filter((known) => known.height <= height)
    .map(({ currencyId }) => ({ chainId, currencyId, height }));
  const utxoPage = { currencyId: null, spendableOnly: false, limit: ALL, after: null };
  return {
    balances: await listBalances(db, keys, { limit: ALL, after: null }),
    balanceCounts: inOrder(await countBalances(db, keys)),
    activities: inOrder(await findActivities(db, keys)),
    utxos: await listUtxos(db, utxoKeys, utxoPage),
    spendableUtxos: await listUtxos(db, utxoKeys, { ...utxoPage, spendableOnly: true }),
    waiting: inOrder(await countLocked(db, utxoKeys, { currencyId: chainId })),
    transactions: await listAddressTransactions(db, keys, {
      currencyId: null,
      from: null,
      to: null,
      order: 'DESC',
      limit: ALL,
      after: null,
    }),
    holders: await listHolders(db, currencyKeys, { limit: ALL, after: null }),
    heldTotals: inOrder(await findHeldTotals(db, currencyKeys)),
  };
}

function inOrder<Row extends { keyIndex: number }>(rows: Row[]): Row[] {
  return rows.sort((a, b) => a.keyIndex - b.keyIndex);
}

describe.each([
  ['vrsctest-a', VRSCTEST],
  ['pchain-a', PCHAIN],
] as const)('%s', (name, chainId) => {
  const blocks = readNormalizedBlocks(name);
  const addresses = readAddresses(name).map(({ address }) => address);
  const tip = blocks.length - 1;
  let whole: AddressDatabase;

  beforeAll(async () => {
    whole = await AddressDatabase.create();
    await whole.apply(blocks);
  });
  afterAll(() => whole.close());

  const heights = Array.from({ length: RANDOM_HEIGHTS }, () => 1 + Math.floor(Math.random() * (tip - 1)));
  test.each([...heights, 1])('as of %i it reads like a sync that stopped there', async (height) => {
    const stopped = await AddressDatabase.create();
    await stopped.apply(blocks.slice(0, height + 1));
    const then = await readAll(whole.db, chainId, addresses, height);
    expect(then).toEqual(await readAll(stopped.db, chainId, addresses, height));
    expect(then.balances.length).toBeGreaterThan(0);
    expect(then.holders.length).toBeGreaterThan(0);
    await stopped.close();
  });
});
