import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import { findNewestCounts } from '#/db/address-transactions.ts';
import { findNewestBalances } from '#/db/balances.ts';
import type { ChainAddress, RunningBalance } from '#/db/chain-address.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { ChainTransaction } from '#/rules/chain-transaction.ts';

/** Reads the states that are not cached, with one query each. */
export async function loadAddressStates(
  db: SqlExecutor,
  chain: number,
  transactions: readonly ChainTransaction[],
): Promise<void> {
  const addresses: ChainAddress[] = [];
  const runningBalances: RunningBalance[] = [];
  const wantBalance = (runningBalance: RunningBalance): void => {
    if (runningBalance.isLoaded) return;
    runningBalance.isLoaded = true;
    if (!runningBalance.address.isWhole) runningBalances.push(runningBalance);
  };
  const want = ({ addresses: owners, tokens }: OutputRow): void => {
    for (const address of owners) {
      if (!address.isLoaded) {
        address.isLoaded = true;
        if (!address.isWhole) addresses.push(address);
      }
      // Every row of an address has the native balance, even if it did not move.
      wantBalance(address.native);
      for (const { currency } of tokens) wantBalance(address.holdingOf(currency));
    }
  };
  await inYieldingSteps(transactions, ({ spends, outputs }) => {
    for (const output of spends) want(output);
    for (const output of outputs) want(output);
  });
  const nativeHeights = new Map<ChainAddress, number>();
  for (const { keyIndex, height, ...found } of await findNewestBalances(db, chain, runningBalances)) {
    const runningBalance = runningBalances[keyIndex];
    if (runningBalance === undefined) continue;
    Object.assign(runningBalance, found);
    const { address } = runningBalance;
    if (runningBalance === address.native) nativeHeights.set(address, height);
  }
  for (const { keyIndex, tokenHeight, ...found } of await findNewestCounts(db, chain, addresses)) {
    const address = addresses[keyIndex];
    if (address === undefined) continue;
    Object.assign(address, found);
    address.movedHeight = Math.max(nativeHeights.get(address) ?? -1, tokenHeight ?? -1);
  }
}
