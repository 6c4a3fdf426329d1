import { createHash } from 'node:crypto';
import { whole } from '@ledgergraph/chain-generator/amounts';
import { coinKey } from '@ledgergraph/chain-generator/coin';
import { commitTo, identityState, newIdentity, reserveName } from '@ledgergraph/chain-generator/identity';
import { object } from '@ledgergraph/chain-generator/json';
import { printedHash } from '@ledgergraph/chain-generator/printed-hash';
import { hashOf } from '@ledgergraph/chain-generator/script-bytes';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { childIdentityAddress } from '@ledgergraph/verus-protocol/name';
import type { LedgerCoin } from './coin.ts';
import { drawCoins, drawPayee, FEE, payChange, type Scene, settle } from './scene.ts';

/** Locked or revoked: no key can change such an identity (docs/verus/identities.md#flags). */
const UNCHANGEABLE = 0x8002;
const OTHER_KEY = 0.3;
const NEW_CONTENT = 0.6;
const KEPT_CONTENT = 3;
const WORDS = [
  'amber',
  'birch',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'haven',
  'inlet',
  'juniper',
  'kelp',
  'lotus',
];

export function drawIdentityUpdate(scene: Scene): JsonObject | undefined {
  const { ledger, random } = scene;
  const changeable = ledger
    .list('identity')
    .filter(({ script }) => isChangeable(object(script.identityprimary), scene.height));
  const coins = changeable.length === 0 ? undefined : drawCoins(scene, 10n * FEE);
  if (coins === undefined) return undefined;
  const coin = random.pick(changeable);
  const before = object(coin.script.identityprimary);
  const content = Object.entries(object(before.contentmap)).slice(-KEPT_CONTENT);
  const added = [[hex(random.bytes(20)), hex(random.bytes(32))]];
  const payload: JsonObject = {
    ...before,
    ...(random.chance(OTHER_KEY) ? { primaryaddresses: [drawPayee(scene, 'key')], minimumsignatures: whole(1) } : {}),
    contentmap: Object.fromEntries(random.chance(NEW_CONTENT) ? [...content, ...added] : added),
    contentmultimap: {},
  };
  const inputs = [coin, ...coins];
  return settle(scene, inputs, [identityState(payload), ...payChange(inputs, FEE)]).json;
}

function isChangeable(payload: JsonObject, height: number): boolean {
  const flags = payload.flags instanceof LosslessNumber ? Number(payload.flags.value) : UNCHANGEABLE;
  const timelock = payload.timelock instanceof LosslessNumber ? Number(payload.timelock.value) : height;
  return Number(String(payload.version)) >= 3 && (flags & UNCHANGEABLE) === 0 && timelock < height;
}

export function drawCommitment(scene: Scene): JsonObject | undefined {
  const coins = drawCoins(scene, 10n * FEE);
  const [first] = coins ?? [];
  if (coins === undefined || first === undefined) return undefined;
  const { hash } = readName(coinKey(first));
  return settle(scene, coins, [commitTo(scene, [drawPayee(scene, 'key')], hash), ...payChange(coins, FEE)]).json;
}

/** Needs a commitment of an earlier block; undefined without one, or if no one can pay. */
export function drawRegistration(scene: Scene): JsonObject | undefined {
  const { ledger, chainId, identityPrice } = scene;
  const commitment = ledger.list('commitment').find((coin) => isOurs(coin, scene));
  if (commitment === undefined) return undefined;
  const { name, salt } = readName(commitment.origin);
  const id = childIdentityAddress(name, hashOf(chainId));
  const coins = drawCoins(scene, identityPrice + FEE);
  if (coins === undefined) return undefined;
  const inputs = [commitment, ...coins];
  return settle(scene, inputs, [
    identityState(newIdentity(chainId, { id, name, owner: commitment.address })),
    reserveName({ name, salt, parent: chainId, id }),
    ...payChange(inputs, identityPrice),
  ]).json;
}

function isOurs({ script, origin, height }: LedgerCoin, scene: Scene): boolean {
  return height < scene.height && object(script.commitmenthash).hash === readName(origin).hash;
}

/** Derived from the coin that the commitment spends first, so it is unique. */
function readName(origin: string): { name: string; salt: string; hash: string } {
  const digest = createHash('sha256').update(`name ${origin}`).digest();
  const name = `${WORDS[digest.readUInt8(0) % WORDS.length]}-${digest.readUInt32LE(1).toString(36)}`;
  const salt = digest.toString('hex');
  return { name, salt, hash: printedHash(Buffer.concat([Buffer.from(name), Buffer.from(salt, 'hex')])) };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
