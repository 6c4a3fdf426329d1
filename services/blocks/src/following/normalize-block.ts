import { create } from '@bufbuild/protobuf';
import { type Block, BlockSchema, type Transaction, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import {
  findObjects,
  findText,
  readNumberText,
  readText,
  UnexpectedShapeError,
} from '@ledgergraph/verus-protocol/json-members';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { normalizeTransaction } from './normalize-transaction.ts';
import { readCount, readHash, readInt32, readUint32 } from './rpc-fields.ts';

/** Stakeguard and fee pool, which a coinbase lists beside its reward (docs/verus/outputs.md#system-addresses). */
const COINBASE_SYSTEM_ADDRESSES = new Set(['RCG8KwJNDVwpUBcdoa6AoHqHVJsA1uMYMR', 'RQ55dLQ7uGnLx8scXfkaFV6QS6qVBGyxAG']);

/** Takes only members that never change, so that a block always gives the same bytes. @throws UnexpectedShapeError */
export function normalizeBlock(block: JsonObject, chainId: string): Block {
  const transactions = findObjects(block, 'tx').map((tx, index) => normalizeTransaction(tx, index, chainId));
  return create(BlockSchema, {
    chainId,
    height: readCount(block, 'height'),
    hash: readHash(block, 'hash'),
    ...(block.previousblockhash === undefined ? {} : { previousHash: readHash(block, 'previousblockhash') }),
    time: BigInt(readUint32(block, 'time')),
    version: readInt32(block, 'version'),
    merkleRoot: readHash(block, 'merkleroot'),
    bits: readText(block, 'bits'),
    difficulty: readNumberText(block, 'difficulty'),
    chainWork: readHash(block, 'chainwork'),
    chainStake: readHash(block, 'chainstake'),
    validation: readValidation(block),
    size: readCount(block, 'size'),
    transactions,
    producer: readProducer(transactions) ?? findText(block, 'posrewarddest') ?? '',
  });
}

function readValidation(block: JsonObject): Validation {
  const type = readText(block, 'validationtype');
  if (type === 'stake') return Validation.STAKE;
  if (type === 'work') return Validation.WORK;
  throw new UnexpectedShapeError('validationtype', '"work" or "stake"');
}

/** docs/verus/blocks.md#producer */
function readProducer(transactions: readonly Transaction[]): string | undefined {
  const addresses = transactions[0]?.outputs.flatMap((output) => output.addresses);
  return addresses?.find((address) => !COINBASE_SYSTEM_ADDRESSES.has(address));
}
