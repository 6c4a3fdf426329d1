import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { parseAddress, SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { findLockedAmounts } from '#/db/balance-parts.ts';
import { findBalances } from '#/db/balances.ts';
import { type ListedUtxo, listUtxos, type UtxoKey } from '#/db/list-utxos.ts';
import { AddressDatabase, PCHAIN, VRSCTEST } from './address-database.ts';

const MATURITY = 100;
const ALL = 1_000_000;

describe.each([
  ['vrsctest-a', VRSCTEST],
  ['pchain-a', PCHAIN],
] as const)('%s', (name, chainId) => {
  const blocks = readNormalizedBlocks(name);
  const tip = blocks.length - 1;
  let database: AddressDatabase;
  let addresses: string[];
  const HEIGHTS = [0.2, 0.45, 0.7].map((part) => Math.floor(tip * part));

  beforeAll(async () => {
    database = await AddressDatabase.create();
    await database.apply(blocks);
    const rows = await database.db.$queryRawUnsafe<{ address: string }[]>('SELECT address FROM address');
    addresses = rows.map(({ address }) => address).filter((address) => parseAddress(address) !== undefined);
    expect(addresses.length).toBeGreaterThan(20);
  });
  afterAll(() => database.close());

  const keysAt = (height: number, some: readonly string[] = addresses): UtxoKey[] =>
    some.map((address) => ({ chainId, address, height, matureHeight: height + 1 - MATURITY }));

  async function outputsAt(height: number, some: readonly string[] = addresses) {
    const page = { currencyId: null, spendableOnly: false, limit: ALL, after: null };
    const outputs = await listUtxos(database.db, keysAt(height, some), page);
    return outputs.map((output) => ({ ...output, name: nameOf(some[output.keyIndex], output) }));
  }

  const nameOf = (address: string | undefined, { txid, vout }: ListedUtxo): string => `${address} ${txid}:${vout}`;
  const addressOf = ({ name: text }: { name: string }): string => text.split(' ')[0] ?? '';

  test('the parts of every address are the sums of its outputs, and together its balance, at any block', async () => {
    const met = { immature: 0, locked: 0 };
    for (let height = 1; height <= tip; height += 60) {
      const outputs = Map.groupBy(await outputsAt(height), ({ keyIndex }) => keyIndex);
      const waiting = new Map((await findLockedAmounts(database.db, keysAt(height))).map((row) => [row.keyIndex, row]));
      const balances = await findBalances(
        database.db,
        keysAt(height).map(({ address }) => ({ chainId, address, currencyId: chainId, height })),
      );
      const balanceOf = new Map(balances.map(({ keyIndex, balance }) => [keyIndex, balance]));
      for (const index of addresses.keys()) {
        const { immature = 0n, locked = 0n } = waiting.get(index) ?? {};
        const sums = { spendable: 0n, waiting: 0n };
        for (const { spendable, satoshis } of outputs.get(index) ?? []) {
          sums[spendable ? 'spendable' : 'waiting'] += satoshis;
        }
        const spendable = (balanceOf.get(index) ?? 0n) - immature - locked;
        expect({ height, address: addresses[index], spendable, waiting: immature + locked }).toEqual({
          height,
          address: addresses[index],
          ...sums,
        });
        if (immature > 0n) met.immature += 1;
        if (locked > 0n) met.locked += 1;
      }
    }
    expect(met.immature).toBeGreaterThan(5);
    if (name === 'vrsctest-a') expect(met.locked).toBeGreaterThan(5);
  });

  test('an output is spendable as of the block before its unlock height, and as of none before', async () => {
    const states = await database.db.$queryRawUnsafe<{ height: number }[]>('SELECT height FROM identity_lock');
    const written = states.map(({ height }) => height);
    let count = 0;
    for (const height of HEIGHTS) {
      const waiting = (await outputsAt(height)).filter(({ unlockHeight }) => unlockHeight !== null);
      const groups = [...Map.groupBy(waiting, ({ unlockHeight }) => Number(unlockHeight))];
      expect(groups.filter(([unlock]) => unlock <= height + 1)).toEqual([]);
      expect(waiting.filter(({ spendable }) => spendable)).toEqual([]);
      const inTime = groups.filter(([unlock]) => unlock - 1 <= tip);
      for (const [unlock, some] of inTime.filter((_, index) => index % Math.ceil(inTime.length / 6) === 0)) {
        const owners = [...new Set(some.map(addressOf))].filter((owner) => !SYSTEM_ADDRESSES.has(owner));
        const spendableAt = async (at: number) =>
          new Map((await outputsAt(at, owners)).map((output) => [output.name, output.spendable]));
        const [before, from] = [await spendableAt(unlock - 2), await spendableAt(unlock - 1)];
        for (const output of some.filter((one) => owners.includes(addressOf(one)))) {
          // A coinbase matures whatever happens; the state of an identity may be written again.
          const isCoinbase = output.isCoinbase && unlock === output.height + MATURITY;
          if (!isCoinbase && written.some((at) => at > height && at < unlock)) continue;
          const found = [before.get(output.name), from.get(output.name)];
          expect([output.name, ...found]).toEqual([output.name, false, true]);
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(5);
  });

  test('what names no unlock height is spendable now, or becomes so by a block that writes an identity', async () => {
    const states = await database.db.$queryRawUnsafe<{ height: number }[]>('SELECT height FROM identity_lock');
    const written = states.map(({ height }) => height).sort((a, b) => a - b);
    let count = 0;
    for (const height of HEIGHTS) {
      const never = (await outputsAt(height)).filter(
        ({ unlockHeight, spendable }) => unlockHeight === null && !spendable,
      );
      const next = written.find((at) => at > height) ?? tip + 1;
      const owners = [...new Set(never.map(addressOf))];
      const later = new Map(
        (await outputsAt(Math.min(next - 1, tip), owners)).map((output) => [output.name, output.spendable]),
      );
      expect(never.filter(({ name: one }) => later.get(one) === true)).toEqual([]);
      count += never.length;
    }
    expect(count).toBeGreaterThan(5);
  });
});
