import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import { findNewestCounts } from '#/db/address-transactions.ts';
import { findNewestBalances } from '#/db/balances.ts';
import type { ChainAddress, RunningBalance } from '#/db/chain-address.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { ChainTransaction } from './read-blocks.ts';

/**
 * Reads the states of the addresses and currencies that these transactions move: those that are not cached, with one
 * query each.
 */
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
      // The native balance stands in every row of an address, also where it did not move.
      wantBalance(address.native);
      for (const { currency } of tokens) wantBalance(address.holdingOf(currency));
    }
  };
  await inYieldingSteps(transactions, ({ spends, outputs }) => {
    for (const output of spends) want(output);
    for (const output of outputs) want(output);
  });
  for (const { keyIndex, height: _, ...found } of await findNewestBalances(db, chain, runningBalances)) {
    Object.assign(runningBalances[keyIndex] ?? {}, found);
  }
  for (const { keyIndex, ...found } of await findNewestCounts(db, chain, addresses)) {
    Object.assign(addresses[keyIndex] ?? {}, found);
  }
}
