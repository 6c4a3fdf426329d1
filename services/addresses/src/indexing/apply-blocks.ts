import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { Network } from '@ledgergraph/service-kit/indexing/network';
import { insertAddressTransactions } from '#/db/address-transactions.ts';
import { insertBalanceChanges } from '#/db/balances.ts';
import { insertHeldTotals, insertHolderChanges, upsertHolders } from '#/db/holders.ts';
import { insertKnownCurrencies } from '#/db/known-currencies.ts';
import { insertOutputs, updateSpends } from '#/db/outputs.ts';
import { computeAddressRows } from './compute-address-rows.ts';
import { computeHolderRows } from './compute-holder-rows.ts';
import { loadAddressStates } from './load-address-states.ts';
import { loadHolderStates } from './load-holder-states.ts';
import { readAddressMoves } from './read-address-moves.ts';
import { readHolderMoves } from './read-holder-moves.ts';
import { readKnownCurrencies } from './read-known-currencies.ts';
import { readTransactions } from './read-transactions.ts';
import { resolveSpends, type SpendingTransaction } from './resolve-spends.ts';

/**
 * Writes all rows of consecutive blocks. The number of statements does not grow with the number of blocks: what the batch builds
 * on is read at once, running totals are computed in memory, rows are written in bulk.
 * @throws UnresolvedInputError when a block spends what our rows do not have
 */
export async function applyBlocks(
  tx: SqlExecutor,
  { chainId }: Pick<Network, 'chainId'>,
  blocks: readonly Block[],
): Promise<void> {
  const { transactions, spentBefore } = await resolveSpends(tx, chainId, readTransactions(blocks));
  await insertOutputs(
    tx,
    chainId,
    transactions.flatMap(({ outputs }) => outputs),
  );
  await updateSpends(tx, chainId, spentBefore);
  await applyAddresses(tx, chainId, transactions);
  await applyHolders(tx, chainId, transactions);
  await insertKnownCurrencies(tx, chainId, readKnownCurrencies(chainId, blocks));
}

async function applyAddresses(
  tx: SqlExecutor,
  chainId: string,
  transactions: readonly SpendingTransaction[],
): Promise<void> {
  const moving = transactions.map((transaction) => ({ transaction, moves: readAddressMoves(transaction, chainId) }));
  const states = await loadAddressStates(
    tx,
    chainId,
    moving.map(({ moves }) => moves),
  );
  const rows = computeAddressRows(chainId, moving, states);
  await insertBalanceChanges(tx, chainId, rows.balanceChanges);
  await insertAddressTransactions(tx, chainId, rows.addressTransactions);
}

async function applyHolders(
  tx: SqlExecutor,
  chainId: string,
  transactions: readonly SpendingTransaction[],
): Promise<void> {
  const moves = readHolderMoves(transactions, chainId);
  const rows = computeHolderRows(moves, await loadHolderStates(tx, chainId, moves));
  await insertHolderChanges(tx, chainId, rows.holderChanges);
  await insertHeldTotals(tx, chainId, rows.heldTotals);
  await upsertHolders(tx, chainId, rows.holders);
}
