import type { Input, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findObjects, readAmount } from '@ledgergraph/verus-protocol/json-members';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { normalizeOutput } from './normalize-output.ts';
import { findSatoshis, readHash, readHex, readInt32, readUint32 } from './rpc-fields.ts';

const NOTHING = new Uint8Array();

/** @throws UnexpectedShapeError */
export function normalizeTransaction(tx: JsonObject, index: number, chainId: string): Transaction {
  return {
    $typeName: 'ledgergraph.chain.v1.Transaction',
    txid: readHash(tx, 'txid'),
    index,
    version: readInt32(tx, 'version'),
    lockTime: readUint32(tx, 'locktime'),
    ...(tx.expiryheight === undefined ? {} : { expiryHeight: readUint32(tx, 'expiryheight') }),
    inputs: findObjects(tx, 'vin').map(normalizeInput),
    outputs: findObjects(tx, 'vout').map((vout) => normalizeOutput(vout, chainId)),
    shieldedValueBalance: readShieldedBalance(tx),
  };
}

function normalizeInput(vin: JsonObject): Input {
  const sequence = readUint32(vin, 'sequence');
  const $typeName = 'ledgergraph.chain.v1.Input';
  if (vin.coinbase !== undefined) {
    return { $typeName, coinbase: readHex(vin, 'coinbase'), txid: NOTHING, vout: 0, sequence, spentAddresses: [] };
  }
  const satoshis = findSatoshis(vin, 'valueSat');
  const input: Input = {
    $typeName,
    coinbase: NOTHING,
    txid: readHash(vin, 'txid'),
    vout: readUint32(vin, 'vout'),
    sequence,
    spentAddresses: [],
  };
  if (satoshis !== undefined) input.satoshis = satoshis;
  return input;
}

function readShieldedBalance(tx: JsonObject): bigint {
  let balance = findShielded(tx, 'valueBalance');
  for (const joinSplit of findObjects(tx, 'vjoinsplit')) {
    balance += findShielded(joinSplit, 'vpub_new') - findShielded(joinSplit, 'vpub_old');
  }
  return balance;
}

/** getblock prints satoshis beside the coins; getrawtransaction prints only coins. */
function findShielded(parent: JsonObject, member: string): bigint {
  return findSatoshis(parent, `${member}Zat`) ?? (parent[member] === undefined ? 0n : readAmount(parent, member));
}
