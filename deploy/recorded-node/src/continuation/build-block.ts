import { createHash } from 'node:crypto';
import { whole } from '@ledgergraph/chain-generator/amounts';
import { printedHash } from '@ledgergraph/chain-generator/printed-hash';
import { serializeBlock, serializeHeader } from '@ledgergraph/chain-generator/serialize-transaction';
import { type JsonObject, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { merkleRoot } from '@ledgergraph/verus-protocol/merkle-root';
import { object, objects } from './coin.ts';

const HASH_DIGITS = 64;
/** A hash of little work begins with these hex digits, as in the recordings. */
const WORK = '000';

export interface PrintedBlock {
  json: JsonObject;
  text: string;
}

/** Roots that only a daemon can compute are digests; merkle root, size and header hash are real. @param work added to chainwork */
export function buildBlock(
  parent: JsonObject,
  transactions: readonly JsonObject[],
  time: number,
  work: bigint,
): PrintedBlock {
  const height = Number(parent.height) + 1;
  const digest = (purpose: string): string =>
    createHash('sha256')
      .update(`${purpose} ${String(parent.hash)} ${time}`)
      .digest('hex');
  const chainwork = (BigInt(`0x${String(parent.chainwork)}`) + work).toString(16).padStart(HASH_DIGITS, '0');
  const chainstake = String(parent.chainstake);
  const txids = transactions.map(({ txid }) => Buffer.from(String(txid), 'hex'));
  const unhashed: JsonObject = {
    height: whole(height),
    version: parent.version ?? whole(0),
    merkleroot: Buffer.from(merkleRoot(txids)).toString('hex'),
    segid: whole(-2),
    finalsaplingroot: parent.finalsaplingroot ?? '',
    tx: [...transactions],
    time: whole(time),
    nonce: `0000${digest('nonce').slice(WORK.length + 1)}`,
    solution: parent.solution ?? '',
    bits: parent.bits ?? '',
    difficulty: parent.difficulty ?? whole(0),
    chainwork,
    chainstake,
    anchor: parent.anchor ?? '',
    blocktype: 'mined',
    valuePools: objects(parent.valuePools).map((pool) => ({ ...pool, valueDelta: whole(0), valueDeltaZat: whole(0) })),
    previousblockhash: String(parent.hash),
  };
  const hash = `${WORK}${printedHash(serializeHeader(unhashed)).slice(WORK.length)}`;
  const size = serializeBlock(unhashed).length;
  const json: JsonObject = {
    hash,
    validationtype: 'work',
    confirmations: whole(1),
    size: whole(size),
    ...unhashed,
    proofroot: {
      ...object(parent.proofroot),
      height: whole(height),
      stateroot: digest('stateroot'),
      blockhash: hash,
      power: `${chainstake.slice(HASH_DIGITS / 2)}${chainwork.slice(HASH_DIGITS / 2)}`,
    },
    prevmmrroot: digest('prevmmrroot'),
  };
  return { json, text: stringifyLossless(json) };
}
