import type { Input, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { normalizeOutput } from './normalize-output.ts';
import { findSatoshis, readHash, readHex, readInteger, readObjects } from './rpc-fields.ts';

const NOTHING = new Uint8Array();

/**
 * One member of `tx` of getblock verbosity 2.
 * @param index position in the block
 * @throws UnexpectedShapeError
 */
export function normalizeTransaction(tx: JsonObject, index: number, chainId: string): Transaction {
  return {
    $typeName: 'ledgergraph.chain.v1.Transaction',
    txid: readHash(tx, 'txid'),
    index,
    version: readInteger(tx, 'version'),
    lockTime: readInteger(tx, 'locktime'),
    ...(tx.expiryheight === undefined ? {} : { expiryHeight: readInteger(tx, 'expiryheight') }),
    inputs: readObjects(tx, 'vin').map(normalizeInput),
    outputs: readObjects(tx, 'vout').map((vout) => normalizeOutput(vout, chainId)),
    shieldedValueBalance: readShieldedBalance(tx),
  };
}

function normalizeInput(vin: JsonObject): Input {
  const sequence = readInteger(vin, 'sequence');
  const $typeName = 'ledgergraph.chain.v1.Input';
  if (vin.coinbase !== undefined) {
    return { $typeName, coinbase: readHex(vin, 'coinbase'), txid: NOTHING, vout: 0, sequence };
  }
  const satoshis = findSatoshis(vin, 'valueSat');
  const input: Input = {
    $typeName,
    coinbase: NOTHING,
    txid: readHash(vin, 'txid'),
    vout: readInteger(vin, 'vout'),
    sequence,
  };
  if (satoshis !== undefined) input.satoshis = satoshis;
  return input;
}

function readShieldedBalance(tx: JsonObject): bigint {
  let balance = findSatoshis(tx, 'valueBalanceZat') ?? 0n;
  for (const joinSplit of readObjects(tx, 'vjoinsplit')) {
    balance += (findSatoshis(joinSplit, 'vpub_newZat') ?? 0n) - (findSatoshis(joinSplit, 'vpub_oldZat') ?? 0n);
  }
  return balance;
}
