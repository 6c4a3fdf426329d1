import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressIds } from '#/db/address-ids.ts';
import type { OutputRow, SpentOutput } from '#/db/output-row.ts';
import { listOutputs } from '#/db/outputs.ts';
import { outpointKey } from './outpoint-key.ts';
import type { ChainTransaction, Outpoint } from './read-transactions.ts';

/** A transaction whose inputs are resolved to the outputs they spend. */
export interface SpendingTransaction extends ChainTransaction {
  /** In input order. */
  spends: OutputRow[];
}

/** An input of a block names an output that our rows do not have, or have as spent: they are wrong and must not be built on. */
export class UnresolvedInputError extends Error {
  override name = 'UnresolvedInputError';
  constructor(transaction: ChainTransaction, outpoint: Outpoint, reason: string) {
    super(`height ${transaction.height}, ${transaction.txid} spends ${outpointKey(outpoint)}: ${reason}`);
  }
}

export interface ResolvedSpends {
  transactions: SpendingTransaction[];
  /** All that these spend. */
  spent: SpentOutput[];
  /** What of it earlier batches created. */
  spentBefore: OutputRow[];
  /** Outputs of each transaction, by txid. */
  created: Map<string, readonly OutputRow[]>;
}

/**
 * Resolves all inputs of a batch, out of the batch itself, out of what is known of recent ones and, with one query, out of the output
 * table, and marks the spent outputs. What getblock prints beside an input is not enough: it knows no tokens and names the wrong address for protocol
 * outputs (verus-node-observed.md section 3).
 * @param recent outputs of transactions by txid
 * @throws UnresolvedInputError
 */
export async function resolveSpends(
  db: SqlExecutor,
  ids: AddressIds,
  transactions: readonly ChainTransaction[],
  recent: { get(txid: string): readonly OutputRow[] | undefined },
): Promise<ResolvedSpends> {
  const inBatch = new Set(transactions.map(({ txid }) => txid));
  const unknown: Outpoint[] = [];
  for (const { inputs } of transactions) {
    for (const input of inputs) {
      if (!inBatch.has(input.txid) && recent.get(input.txid) === undefined) unknown.push(input);
    }
  }
  const stored = new Map<string, OutputRow>();
  for (const output of await listOutputs(db, ids, unknown)) stored.set(outpointKey(output), output);

  // Outputs enter in chain order, so that nothing can spend what does not exist yet.
  const created = new Map<string, readonly OutputRow[]>();
  const spent: SpentOutput[] = [];
  const spentBefore: OutputRow[] = [];
  const resolved = transactions.map((transaction): SpendingTransaction => {
    const { height, index: txIndex } = transaction;
    const spends = transaction.inputs.map((outpoint, index) => {
      const { txid, vout } = outpoint;
      const here = outputAt(created.get(txid), vout);
      const output = here ?? outputAt(recent.get(txid), vout) ?? stored.get(outpointKey(outpoint));
      if (output === undefined) throw new UnresolvedInputError(transaction, outpoint, 'there is no such output');
      if (output.isSpent) throw new UnresolvedInputError(transaction, outpoint, 'it is spent already');
      output.isSpent = true;
      spent.push({ output, spend: { height, txIndex, index } });
      if (here === undefined) spentBefore.push(output);
      return output;
    });
    created.set(transaction.txid, transaction.outputs);
    return Object.assign(transaction, { spends });
  });
  return { transactions: resolved, spent, spentBefore, created };
}

/** @param outputs of one transaction, in order; the numbers of those that are no coins are missing */
function outputAt(outputs: readonly OutputRow[] = [], vout: number): OutputRow | undefined {
  let [from, to] = [0, outputs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const output = outputs[middle];
    if (output === undefined || output.vout === vout) return output;
    if (output.vout < vout) from = middle + 1;
    else to = middle;
  }
  return undefined;
}
