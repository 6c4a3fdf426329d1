import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { findFee } from './admission.ts';
import type { NodeState } from './node-state.ts';
import type { PoolEntry } from './pool.ts';
import type { JsonParam } from './recorded-answers.ts';
import { wrongType } from './rpc-error.ts';

/** Memory besides a transaction's bytes, measured with one input and one output. */
const BYTES_BESIDE = 1054;

/** `usage`, the daemon's memory, is close to a daemon's value for payments. */
export function answerMempoolInfo({ mempool }: NodeState): string {
  const sizes = mempool.pool.list().map(({ transaction }) => transaction.raw.length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return JSON.stringify({ size: sizes.length, bytes, usage: bytes + sizes.length * BYTES_BESIDE });
}

export function answerRawMempool(state: NodeState, [verbose = false]: readonly JsonParam[]): string {
  if (typeof verbose !== 'boolean') throw wrongType('a boolean');
  const entries = state.mempool.pool.listByHash();
  if (!verbose) return JSON.stringify(entries.map(({ transaction }) => transaction.txid));
  return `{${entries.map((entry) => `"${entry.transaction.txid}":${describe(state, entry)}`).join(',')}}`;
}

function describe({ mempool }: NodeState, { transaction, time, height }: PoolEntry): string {
  const around = mempool.surroundings;
  const { decoded, raw } = transaction;
  const { pool } = around;
  const depends = new Set(decoded.inputs.map(({ txid }) => txid).filter((txid) => pool.has(txid)));
  const fee = decimalText(findFee(around, decoded) ?? 0n);
  return `{"size":${raw.length},"fee":${fee},"time":${time},"height":${height},"depends":${JSON.stringify([...depends])}}`;
}
