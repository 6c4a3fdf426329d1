import type { Random } from '@ledgergraph/chain-generator/random';
import { encodeAddress } from '@ledgergraph/verus-protocol/address';

const OWNERS = 12;

/** Few addresses, so that each is used often, of every kind that can be paid. */
export function drawOwners(random: Random): string[] {
  return Array.from({ length: OWNERS }, (_, index) => {
    const kind = index % 6 === 4 ? 'SCRIPT_HASH' : index % 6 === 5 ? 'IDENTITY' : 'PUBLIC_KEY_HASH';
    return encodeAddress(kind, random.bytes(20));
  });
}
