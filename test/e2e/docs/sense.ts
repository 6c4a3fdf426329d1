import type { Untyped } from '@ledgergraph/test-kit/client';

const AMOUNT = expect.stringMatching(/^-?\d+\.\d{8}$/);

const satoshis = (amount: string): bigint => BigInt(amount.replace('.', ''));
const sum = (amounts: readonly string[]): bigint => amounts.map(satoshis).reduce((total, one) => total + one, 0n);

function isOrdered(values: readonly (number | string)[], order: 'rising' | 'falling'): boolean {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : Number(a > b)));
  return JSON.stringify(values) === JSON.stringify(order === 'rising' ? sorted : sorted.reverse());
}

/** By the title of a recipe; these answers differ from block to block. */
export const SENSE: Record<string, (data: Untyped) => void> = {
  'What can be spent now': ({ address: { balance, balanceParts } }) => {
    const { spendable, immature, locked } = balanceParts;
    expect(sum([spendable, immature, locked])).toBe(satoshis(balance));
    expect(satoshis(balance)).toBeGreaterThan(0n);
  },
  'Coins for a payment': ({ walletUtxos: { utxos } }) => {
    expect(utxos.length).toBeGreaterThan(1);
    expect(new Set(utxos.map(({ txid, vout }: Untyped) => `${txid}:${vout}`)).size).toBe(utxos.length);
    expect(sum(utxos.map(({ value }: Untyped) => value))).toBeGreaterThan(0n);
  },
  'Coins of one address': ({ addressUtxos: { utxos } }) => {
    expect(utxos.length).toBeGreaterThan(0);
    for (const utxo of utxos) expect(utxo).toMatchObject({ spendable: true, value: AMOUNT });
  },
  'History of a wallet': ({ walletTransactions: { transactions } }) => {
    expect(transactions).toHaveLength(5);
    expect(new Set(transactions.map(({ txid }: Untyped) => txid)).size).toBe(5);
    expect(transactions.some(({ changes }: Untyped) => changes.length > 0)).toBe(true);
  },
  'Books of a wallet': ({ walletStatement: { openingBalances, closingBalances, movements } }) => {
    expect(closingBalances.balances.length).toBeGreaterThanOrEqual(openingBalances.balances.length);
    expect(movements).toHaveLength(5);
    for (const { amount, fee, balance } of movements) expect([amount, fee, balance]).toEqual([AMOUNT, AMOUNT, AMOUNT]);
  },
  'Fee of a payment': ({ payment, conversion, name }) => {
    for (const { fee, total } of [payment, conversion, name])
      expect(satoshis(total)).toBeGreaterThanOrEqual(satoshis(fee));
    expect(satoshis(name.fee)).toBeGreaterThan(satoshis(payment.fee));
  },
  'What is on its way': ({ address }) => {
    const { changes, transactions } = address.pending;
    expect(transactions.transactions).toHaveLength(Math.min(5, transactions.totalCount));
    for (const { amount } of changes) expect(amount).toEqual(AMOUNT);
  },
  'State of a payment': ({ transactionStatus }) => {
    expect(transactionStatus).toMatchObject({
      state: 'CONFIRMED',
      conflictsWith: [],
      transaction: { blockHeight: 233 },
    });
    expect(transactionStatus.confirmations).toBeGreaterThan(100);
  },
  'Names in an address book': ({ identitiesByName }) => {
    expect(identitiesByName.map(({ friendlyName }: Untyped) => friendlyName)).toEqual([
      'alpha.VRSCTEST@',
      'gamma.VRSCTEST@',
      'sub1.tok1@',
    ]);
  },
  'Deposits since the last scan': ({ addressTransactions: { transactions, hasMore } }) => {
    expect(hasMore).toBe(true);
    const heights = transactions.map(({ blockHeight }: Untyped) => blockHeight);
    expect(heights).toHaveLength(3);
    expect(heights[0]).toBeGreaterThanOrEqual(253);
    expect(isOrdered(heights, 'rising')).toBe(true);
  },
  'Depth of a deposit': ({ transaction: { block } }) => {
    expect(block).toMatchObject({ height: 233, isFinal: true });
    expect(block.confirmations).toBeGreaterThan(100);
  },
  'Many deposits at once': ({ transactions }) => {
    expect(transactions.map(({ txid }: Untyped) => txid.slice(0, 4))).toEqual(['d911', '8597']);
    for (const { confirmations, changes } of transactions) {
      expect(confirmations).toBeGreaterThan(0);
      expect(changes.changes.length).toBeGreaterThan(1);
    }
  },
  'Freshness of the data': ({ syncState }) => {
    expect(syncState.isHealthy).toBe(true);
    expect(syncState.lastBlockHeight).toBeLessThanOrEqual(syncState.chainTipHeight);
  },
  'The newest blocks': ({ blocks: { blocks } }) => {
    expect(blocks).toHaveLength(5);
    expect(
      isOrdered(
        blocks.map(({ height }: Untyped) => height),
        'falling',
      ),
    ).toBe(true);
    for (const { producer } of blocks) expect(producer.address).toMatch(/^[Ri]/);
  },
  'The way of a coin': ({ transaction: { vin, vout } }) => {
    expect(vin.inputs[0]).toMatchObject({ address: expect.any(String), value: AMOUNT });
    expect(vout.outputs.some(({ spentBy }: Untyped) => spentBy?.blockHeight > 233)).toBe(true);
  },
  'Largest holders of a currency': ({ richList: { entries } }) => {
    expect(entries.map(({ rank }: Untyped) => rank)).toEqual([1, 2, 3, 4, 5]);
    const balances: bigint[] = entries.map(({ balance }: Untyped) => satoshis(balance));
    expect(balances.every((balance, index) => index === 0 || balance <= (balances[index - 1] ?? 0n))).toBe(true);
  },
  // Block 378 is of 03:56:45, and the one above it a minute later.
  'The block at midnight': ({ blockAt }) => {
    expect(blockAt).toMatchObject({ height: 378, timestamp: '2026-11-20T03:56:45Z' });
  },
  'Movements of a year': ({ addressTransactions: { transactions } }) => {
    const native = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
    let balance = 0n;
    for (const { amounts, balanceAfter } of transactions) {
      balance += sum(
        amounts.filter(({ currencyId }: Untyped) => currencyId === native).map(({ amount }: Untyped) => amount),
      );
      expect(satoshis(balanceAfter)).toBe(balance);
    }
    expect(balance).toBeGreaterThan(0n);
  },
  'Identities that an address can sign for': ({ address: { controls } }) => {
    const names = controls.identities.map(({ friendlyName }: Untyped) => friendlyName);
    expect(names).toEqual(expect.arrayContaining(['sub1.tok1@', 'tok1.VRSCTEST@']));
  },
};
