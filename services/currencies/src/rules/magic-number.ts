import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { CURRENCY_OPTIONS } from '@ledgergraph/verus-protocol/flags';
import { findAmount, findObjects, readWholeNumber } from '@ledgergraph/verus-protocol/json-members';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { foldName, identityAddressOf } from '@ledgergraph/verus-protocol/name';
import type { Definition } from '@ledgergraph/verus-protocol/payloads/currency-definition';

const MAINNET_ROOT = identityAddressOf(['VRSC']);
/** Verus locked coinbases of at least 192 coins, from block 129,600 to 1,180,800. */
const MAINNET_LOCKS = [19_200_000_000n, 129_600n, 1_180_800n];
/** VerusHash, and half of all blocks staked. */
const CONSENSUS = [1n, 50n];
const RESERVED_BYTES = 33;
const VERSION = 1n << 40n;

/** It begins a chain's network messages; getcurrency prints it for every currency (pbaas.cpp, CCurrencyDefinition::MagicNumber). */
export function magicNumber(definition: Definition, payload: JsonObject): number {
  const isMainnetRoot = definition.currencyId === MAINNET_ROOT;
  const schedule = definition.options & CURRENCY_OPTIONS.PBAAS ? scheduleBytes(definition, payload, isMainnetRoot) : [];
  const seed =
    schedule.length === 0 ? 0 : createHash('sha256').update(Buffer.concat(schedule)).digest().readUInt32LE(0);
  const preallocated = definition.preallocations.reduce((sum, { amount }) => sum + amount, 0n);
  const supply = preallocated + (findAmount(payload, 'gatewayconverterissuance') ?? 0n);
  const name = isMainnetRoot ? definition.name.toUpperCase() : foldName(definition.name);
  return crc32(Buffer.concat([wide(supply), Buffer.from(name)]), seed) | 0;
}

/** Empty where the chain mints nothing. */
function scheduleBytes(definition: Definition, payload: JsonObject, isMainnetRoot: boolean): Buffer[] {
  const eras = findObjects(payload, 'eras').map((era) =>
    ['eraend', 'reward', 'halving', 'decay'].map((member) => readWholeNumber(era, member)),
  );
  if (eras[0]?.some((value) => value !== 0n) !== true) return [];
  const { startBlock, endBlock } = definition;
  return [
    Buffer.alloc(RESERVED_BYTES),
    ...eras.flat().map(wide),
    ...(eras.length > 1 ? [narrow(BigInt(Math.min(2, eras.length - 1)))] : []),
    ...(isMainnetRoot ? MAINNET_LOCKS.map(wide) : []),
    ...CONSENSUS.map(narrow),
    ...(startBlock !== 0 || endBlock !== 0 ? [startBlock, endBlock].map((height) => narrow(BigInt(height))) : []),
    wide(VERSION),
  ];
}

function wide(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
  return bytes;
}

function narrow(value: bigint): Buffer {
  return wide(value).subarray(0, 4);
}
