import { whole } from '@ledgergraph/chain-generator/amounts';
import type { Random } from '@ledgergraph/chain-generator/random';
import { type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

const REVOKED = 0x8000;
const LOCKED = 2;

/** Always other content, now and then another owner, a lock, a revocation or its end. */
export function changeIdentity(random: Random, before: JsonObject, owners: readonly string[]): JsonObject {
  const flags = before.flags instanceof LosslessNumber ? Number(before.flags.value) : 0;
  const key = Buffer.from(random.bytes(20)).toString('hex');
  return {
    ...before,
    flags: whole(random.chance(0.15) ? flags ^ random.pick([REVOKED, LOCKED]) : flags),
    primaryaddresses: random.chance(0.3) ? [random.pick(owners)] : (before.primaryaddresses ?? []),
    contentmap: { [key]: Buffer.from(random.bytes(32)).toString('hex') },
  };
}
