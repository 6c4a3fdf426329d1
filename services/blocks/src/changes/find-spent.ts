import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findOutputs } from '#/db/find-outputs.ts';

/** A transaction can spend from tens of thousands of others; only their spent outputs are kept. */
const PARENTS_AT_ONCE = 1_000;

/** Keys are `outpoint`s; outputs without a row are left out. */
export async function findSpent(
  db: SqlExecutor,
  chainId: string,
  transactions: readonly Transaction[],
): Promise<Map<string, Output>> {
  const wanted = new Map<string, Set<number>>();
  for (const { txid, vout, coinbase } of transactions.flatMap(({ inputs }) => inputs)) {
    if (coinbase.length > 0) continue;
    const parent = hex(txid);
    const places = wanted.get(parent) ?? new Set();
    wanted.set(parent, places.add(vout));
  }
  const spent = new Map<string, Output>();
  const parents = [...wanted.keys()];
  for (let start = 0; start < parents.length; start += PARENTS_AT_ONCE) {
    const found = await findOutputs(db, chainId, parents.slice(start, start + PARENTS_AT_ONCE));
    for (const [txid, outputs] of found) {
      for (const output of outputs) {
        if (wanted.get(txid)?.has(output.index)) spent.set(outpoint(txid, output.index), output);
      }
    }
  }
  return spent;
}

export function spentBy({ inputs }: Transaction, spent: ReadonlyMap<string, Output>): Output[] {
  return inputs.flatMap(({ txid, vout }) => spent.get(outpoint(hex(txid), vout)) ?? []);
}

function outpoint(txid: string, vout: number): string {
  return `${txid}:${vout}`;
}
