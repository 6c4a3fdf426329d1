import type { Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { firstFreeHeight } from '@ledgergraph/verus-protocol/identity-lock';
import {
  isJsonObject,
  type JsonObject,
  LosslessNumber,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';

const IDENTITY_KIND = 'identityprimary';

/** Who can sign from when, by the state that an output gives an identity. */
export interface ReadLock {
  identityAddress: string;
  freeFrom: bigint | null;
}

/**
 * The lock that an output sets or lifts (docs/verus/identities.md#locks); undefined for outputs of other kinds, and for one that reads
 * "invalid" on the node, which counts for nothing.
 * @throws UnexpectedIdentityError
 */
export function readIdentityLock({ kind, payloadJson }: Pick<Output, 'kind' | 'payloadJson'>): ReadLock | undefined {
  if (kind !== IDENTITY_KIND || payloadJson === '') return undefined;
  const payload = parseLossless(payloadJson);
  if (!isJsonObject(payload) || typeof payload.identityaddress !== 'string') {
    throw new UnexpectedIdentityError('identityaddress');
  }
  return {
    identityAddress: payload.identityaddress,
    freeFrom: firstFreeHeight({
      structureVersion: readWhole(payload, 'version'),
      flags: readWhole(payload, 'flags'),
      // Layout 1 has no time lock.
      timelock: payload.timelock === undefined ? 0n : readWhole(payload, 'timelock'),
    }),
  };
}

/** An identity is not what the daemon prints. The block is not applied: a wrong row would never heal. */
export class UnexpectedIdentityError extends Error {
  override name = 'UnexpectedIdentityError';
  constructor(member: string) {
    super(`${member} of an identityprimary output is not what verusd prints`);
  }
}

function readWhole(payload: JsonObject, member: string): bigint {
  const value = payload[member];
  if (!(value instanceof LosslessNumber) || !/^-?\d+$/.test(value.value)) throw new UnexpectedIdentityError(member);
  return BigInt(value.value);
}
