import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { RawInput } from '@ledgergraph/verus-protocol/raw-transaction';
import { findOutputCounts } from '#/db/find-outputs.ts';
import { findSpends } from '#/db/find-spends.ts';

/** int4 in our tables: no transaction that fits into a block has more outputs. */
const VOUT_MAX = 2 ** 31 - 1;
/** A transaction can have thousands of inputs. */
const SPENDERS_MAX = 100;

export interface InputsVerdict {
  /** No block on top of ours can take it: an input is spent, or does not exist. */
  isHopeless: boolean;
  spenders: string[];
}

/** A node forgets a transaction whose outputs are all spent (docs/verus/sending.md); our tables forget nothing. */
export async function judgeInputs(
  db: SqlExecutor,
  chainId: string,
  inputs: readonly Pick<RawInput, 'txid' | 'vout'>[],
): Promise<InputsVerdict> {
  const keys = inputs.filter(({ vout }) => vout <= VOUT_MAX).map(({ txid, vout }) => ({ chainId, txid, vout }));
  const spends = await findSpends(db, keys);
  const spenders = [...new Set(spends.flatMap((spend) => (spend === undefined ? [] : [spend.txid])))];
  if (spenders.length > 0) return { isHopeless: true, spenders: spenders.slice(0, SPENDERS_MAX) };
  const outputs = await findOutputCounts(db, chainId, [...new Set(inputs.map(({ txid }) => txid))]);
  const isHopeless = inputs.some(({ txid, vout }) => vout >= (outputs.get(txid) ?? Number.POSITIVE_INFINITY));
  return { isHopeless, spenders: [] };
}
