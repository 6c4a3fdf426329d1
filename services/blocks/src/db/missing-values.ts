import { fromBinary, toBinary } from '@bufbuild/protobuf';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findOutputs } from './find-outputs.ts';

/**
 * Adds the values of inputs that the node left out, since the spent output was on a branch that lost when it was asked
 * (docs/verus/blocks.md#inputs). A txid commits to the values of its outputs, so they are the same on every branch.
 * @param fragments encoded transactions of a block
 */
export async function addMissingValues(db: SqlExecutor, chainId: string, fragments: Uint8Array): Promise<Uint8Array> {
  const block = fromBinary(BlockSchema, fragments);
  const missing = block.transactions
    .flatMap(({ inputs }) => inputs)
    .filter(({ coinbase, satoshis }) => coinbase.length === 0 && satoshis === undefined);
  const own = new Map(block.transactions.map(({ txid, outputs }) => [hex(txid), outputs]));
  const others = new Set(missing.map(({ txid }) => hex(txid)).filter((txid) => !own.has(txid)));
  const outputs = await findOutputs(db, chainId, [...others]);
  for (const input of missing) {
    const txid = hex(input.txid);
    const spent = (own.get(txid) ?? outputs.get(txid))?.find(({ index }) => index === input.vout);
    if (spent !== undefined) input.satoshis = spent.satoshis;
  }
  return toBinary(BlockSchema, block);
}
