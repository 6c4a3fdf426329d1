import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import type { AddressRegistry } from '#/db/address-registry.ts';
import type { ChainAddress, RunningBalance } from '#/db/chain-address.ts';
import { findHeldTotals, findHolderBalances } from '#/db/holders.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { ChainTransaction } from '#/rules/chain-transaction.ts';

/** Above every block: the newest row is the state. */
const NEWEST = 2 ** 31 - 1;

/** Reads the states and totals that are not cached, with one query each. */
export async function loadHolderStates(
  db: SqlExecutor,
  { chain, native }: AddressRegistry,
  transactions: readonly ChainTransaction[],
): Promise<void> {
  const currencies: ChainAddress[] = [];
  const runningBalances: RunningBalance[] = [];
  const want = (runningBalance: RunningBalance): void => {
    const { address, currency } = runningBalance;
    if (runningBalance.held === undefined) {
      runningBalance.held = 0n;
      if (!address.isWhole) runningBalances.push(runningBalance);
    }
    if (currency.held === undefined) {
      currency.held = { total: 0n, holders: 0 };
      if (!currency.isWhole) currencies.push(currency);
    }
  };
  const wantAll = ({ holder, satoshis, tokens }: OutputRow): void => {
    if (holder === null) return;
    if (satoshis !== 0n) want(holder.native);
    for (const { currency } of tokens) want(holder.holdingOf(currency));
  };
  await inYieldingSteps(transactions, ({ spends, outputs }) => {
    for (const output of spends) wantAll(output);
    for (const output of outputs) wantAll(output);
  });
  for (const { keyIndex, balance } of await findHolderBalances(db, chain, runningBalances)) {
    const runningBalance = runningBalances[keyIndex];
    if (runningBalance !== undefined) runningBalance.held = balance;
  }
  const keys = currencies.map(({ text }) => ({ chainId: native.text, currencyId: text, height: NEWEST }));
  for (const { keyIndex, total, holders } of await findHeldTotals(db, keys)) {
    const currency = currencies[keyIndex];
    if (currency !== undefined) currency.held = { total, holders };
  }
}
