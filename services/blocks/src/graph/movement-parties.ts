import { readList } from '@ledgergraph/chain-kit/graph/arguments';
import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';
import { isOnlyPayer, readCounterparty, type TransactionFlows } from '#/changes/read-parties.ts';
import { findMainTransactions, findTransactionBodies } from '#/db/find-transactions.ts';
import { absent, atView } from './get-transaction.ts';
import { findTransactionFlows } from './load-transaction-flows.ts';
import type { BlocksContext } from './loaders.ts';
import type { TransactionNode } from './nodes.ts';

/** A movement, as addresses lists them: one transaction, looked at for one currency of one address. */
export interface MovementNode {
  address: string;
  currencyId: string;
  transaction: TransactionNode;
}

/** Movement.fee, in satoshis. @param flows of its transaction */
export function feeOf(
  { address, currencyId, transaction: { chainId, fee } }: MovementNode,
  flows: TransactionFlows | undefined,
): bigint {
  if (fee === null || currencyId !== chainId) return 0n;
  return flows !== undefined && isOnlyPayer(flows, address) ? fee : 0n;
}

/** Address of Movement.counterparty. @param flows of its transaction */
export function counterpartyOf(
  { address, currencyId }: Pick<MovementNode, 'address' | 'currencyId'>,
  flows: TransactionFlows | undefined,
): string | null {
  return flows === undefined ? null : readCounterparty(flows, address, currencyId);
}

export interface MovementPartiesArguments {
  chainId: string;
  address: string;
  currencyId: string;
  txids: readonly string[];
}

/** Query.movementParties: both for many movements, read in one go and without an object of the graph for each. */
export async function readMovementParties(
  _: unknown,
  { chainId, address, currencyId, txids }: MovementPartiesArguments,
  context: BlocksContext,
): Promise<{ fees: bigint[]; counterparties: (string | null)[] }> {
  const view = await context.view(chainId);
  const keys = readList('txids', txids, context.pageMax ?? PAGE_MAX).map((txid) => ({ chainId, txid }));
  const db = await context.reads(chainId);
  const [found, bodies] = await Promise.all([findMainTransactions(db, keys), findTransactionBodies(db, keys)]);
  const movements = keys.map(({ txid }, index): MovementNode => {
    const transaction = atView(found[index], view);
    if (transaction === undefined) throw absent(txid);
    return { address, currencyId, transaction };
  });
  const flows = await findTransactionFlows(db, keys, bodies);
  return {
    fees: movements.map((movement, index) => feeOf(movement, flows[index])),
    counterparties: movements.map((movement, index) => counterpartyOf(movement, flows[index])),
  };
}
