import { readHashes } from '@ledgergraph/chain-kit/graph/arguments';
import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';
import { readCounterparty, readFeePart, type TransactionFlows } from '#/changes/read-parties.ts';
import { findPaidTransactions } from '#/db/find-transactions.ts';
import { absent } from './get-transaction.ts';
import { findTransactionFlows } from './load-transaction-flows.ts';
import type { BlocksContext } from './loaders.ts';
import type { TransactionNode } from './nodes.ts';

/** A movement, as addresses lists them: one transaction, looked at for one currency of one address. */
export interface MovementNode {
  address: string;
  currencyId: string;
  transaction: TransactionNode;
}

/** One currency of an address. */
type Holding = Pick<MovementNode, 'address' | 'currencyId'>;

/** Movement.fee, in satoshis. @param flows of its transaction */
export function feeOf(
  { address, currencyId }: Holding,
  { chainId, fee }: Pick<TransactionNode, 'chainId' | 'fee'>,
  flows: TransactionFlows | undefined,
): bigint {
  if (fee === null || currencyId !== chainId || flows === undefined) return 0n;
  return readFeePart(flows, address, fee);
}

/** Address of Movement.counterparty. @param flows of its transaction */
export function counterpartyOf({ address, currencyId }: Holding, flows: TransactionFlows | undefined): string | null {
  return flows === undefined ? null : readCounterparty(flows, address, currencyId);
}

export interface MovementPartiesArguments {
  chainId: string;
  address: string;
  currencyId: string;
  txids: string;
}

/** Query.movementParties: both for many movements, read in one go and without an object of the graph for each. */
export async function readMovementParties(
  _: unknown,
  { chainId, address, currencyId, txids }: MovementPartiesArguments,
  context: BlocksContext,
): Promise<{ fees: string; counterparties: string }> {
  const view = await context.view(chainId);
  const keys = readHashes('txids', txids, context.pageMax ?? PAGE_MAX).map((txid) => ({ chainId, txid }));
  const db = await context.reads(chainId);
  const paid = await findPaidTransactions(db, keys);
  for (const [index, { txid }] of keys.entries()) {
    if ((paid[index]?.height ?? Infinity) > view.height) throw absent(txid);
  }
  const bodies = paid.map((one) => one?.transaction);
  const flows = await findTransactionFlows(db, keys, bodies);
  const holding = { address, currencyId };
  return {
    fees: paid.map((one, index) => feeOf(holding, { chainId, fee: one?.fee ?? null }, flows[index])).join(),
    counterparties: flows.map((one) => counterpartyOf(holding, one) ?? '').join(),
  };
}
