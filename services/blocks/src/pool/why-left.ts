import type { MissedTransaction } from '#/db/find-missed.ts';
import type { Leaving } from '#/db/pool-rows.ts';

/**
 * docs/verus/mempool.md#leaving. Without another reason the node dropped it, as after a restart.
 * @param tipHeight of the node at that time
 */
export function whyLeft(missed: readonly MissedTransaction[], tipHeight: number): Leaving[] {
  const byTxid = new Map(missed.map((transaction) => [transaction.txid, transaction]));
  const decided = new Map<string, Leaving>();
  const decide = (transaction: MissedTransaction): Leaving => {
    const known = decided.get(transaction.txid);
    if (known !== undefined) return known;
    const leaving = decideOne(transaction, tipHeight, (txid) => {
      const parent = byTxid.get(txid);
      return parent && decide(parent);
    });
    decided.set(transaction.txid, leaving);
    return leaving;
  };
  return missed.map(decide);
}

function decideOne(
  { txid, expiryHeight, minedHeight, rivals, parents }: MissedTransaction,
  tipHeight: number,
  findMissedParent: (txid: string) => Leaving | undefined,
): Leaving {
  if (minedHeight !== null) return { txid, reason: 'MINED', height: minedHeight, conflictsWith: [] };
  const inherited = parents.flatMap((parent) => {
    const missed = findMissedParent(parent.txid);
    if (missed !== undefined) return missed.reason === 'CONFLICTED' ? missed.conflictsWith : [];
    return parent.leftReason === 'CONFLICTED' ? parent.conflictsWith : [];
  });
  const conflictsWith = [...new Set([...rivals, ...inherited])].sort();
  if (conflictsWith.length > 0) return { txid, reason: 'CONFLICTED', height: tipHeight, conflictsWith };
  // At the height itself no later block can hold it (docs/verus/mempool.md#leaving).
  const isExpired = expiryHeight !== null && expiryHeight > 0n && expiryHeight <= BigInt(tipHeight);
  return { txid, reason: isExpired ? 'EXPIRED' : 'REMOVED', height: tipHeight, conflictsWith: [] };
}
