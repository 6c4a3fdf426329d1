import { create } from '@bufbuild/protobuf';
import {
  type Input,
  InputSchema,
  type Transaction,
  TransactionSchema,
} from '@ledgergraph/proto-schemas/chain/v1/block';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { normalizeOutput } from '#/chain/normalize-output.ts';
import { findSatoshis, readHash, readHex, readInteger, readObjects } from '#/chain/rpc-fields.ts';

/**
 * One member of `tx` of getblock verbosity 2.
 * @param index position in the block
 * @throws UnexpectedShapeError
 */
export function normalizeTransaction(tx: JsonObject, index: number, chainId: string): Transaction {
  return create(TransactionSchema, {
    txid: readHash(tx, 'txid'),
    index,
    version: readInteger(tx, 'version'),
    lockTime: readInteger(tx, 'locktime'),
    ...(tx.expiryheight === undefined ? {} : { expiryHeight: readInteger(tx, 'expiryheight') }),
    inputs: readObjects(tx, 'vin').map(normalizeInput),
    outputs: readObjects(tx, 'vout').map((vout) => normalizeOutput(vout, chainId)),
    shieldedValueBalance: readShieldedBalance(tx),
  });
}

function normalizeInput(vin: JsonObject): Input {
  const sequence = readInteger(vin, 'sequence');
  if (vin.coinbase !== undefined) return create(InputSchema, { coinbase: readHex(vin, 'coinbase'), sequence });
  const satoshis = findSatoshis(vin, 'valueSat');
  return create(InputSchema, {
    txid: readHash(vin, 'txid'),
    vout: readInteger(vin, 'vout'),
    sequence,
    ...(satoshis === undefined ? {} : { satoshis }),
  });
}

function readShieldedBalance(tx: JsonObject): bigint {
  let balance = findSatoshis(tx, 'valueBalanceZat') ?? 0n;
  for (const joinSplit of readObjects(tx, 'vjoinsplit')) {
    balance += (findSatoshis(joinSplit, 'vpub_newZat') ?? 0n) - (findSatoshis(joinSplit, 'vpub_oldZat') ?? 0n);
  }
  return balance;
}
