import { firstFreeHeight } from '#/identity-lock.ts';
import { findAddress, findObject, findText, readText, readTexts, readWholeNumber } from '#/json-members.ts';
import { type JsonObject, stringifyLossless } from '#/lossless-json.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

const KIND = 'identityprimary';

/** The full state of an identity (docs/verus/identities.md#state). */
export interface IdentityState {
  identityAddress: string;
  /** Null for the root of the name space alone. */
  parentId: string | null;
  systemId: string | null;
  /** 1 VerusID, 2 vault (time locks), 3 PBaaS (content multi-map). */
  structureVersion: number;
  flags: bigint;
  /** With flag LOCKED: delay in blocks after an unlock. Without: a height, 0 for none. */
  timelock: bigint;
  /** Last label, in its own case. */
  name: string;
  primaryAddresses: string[];
  minimumSignatures: number;
  revocationAuthority: string | null;
  recoveryAuthority: string | null;
  privateAddress: string | null;
  /** JSON with the node's own number text. */
  contentMap: string;
  contentMultiMap: string;
}

export const EMPTY_MAP = '{}';

/** CIdentity (pbaas/identity.h). @returns undefined for outputs of other kinds @throws UnexpectedShapeError */
export function findIdentityState(output: PayloadOutput): IdentityState | undefined {
  const payload = findPayload(output, KIND);
  return (
    payload && {
      identityAddress: readText(payload, 'identityaddress'),
      parentId: findAddress(payload, 'parent'),
      systemId: findAddress(payload, 'systemid'),
      name: readText(payload, 'name'),
      primaryAddresses: readTexts(payload, 'primaryaddresses'),
      minimumSignatures: Number(readWholeNumber(payload, 'minimumsignatures')),
      revocationAuthority: findAddress(payload, 'revocationauthority'),
      recoveryAuthority: findAddress(payload, 'recoveryauthority'),
      privateAddress: findText(payload, 'privateaddress'),
      contentMap: stringifyLossless(findObject(payload, 'contentmap')),
      contentMultiMap: stringifyLossless(findObject(payload, 'contentmultimap')),
      ...readLockState(payload),
    }
  );
}

export interface IdentityLock {
  identityAddress: string;
  /** See `firstFreeHeight`. */
  freeFrom: bigint | null;
}

/** docs/verus/identities.md#locks. @returns undefined for outputs of other kinds @throws UnexpectedShapeError */
export function findIdentityLock(output: PayloadOutput): IdentityLock | undefined {
  const payload = findPayload(output, KIND);
  return (
    payload && {
      identityAddress: readText(payload, 'identityaddress'),
      freeFrom: firstFreeHeight(readLockState(payload)),
    }
  );
}

function readLockState(payload: JsonObject): Pick<IdentityState, 'structureVersion' | 'flags' | 'timelock'> {
  return {
    structureVersion: Number(readWholeNumber(payload, 'version')),
    flags: readWholeNumber(payload, 'flags'),
    // Layout 1 has no time lock.
    timelock: payload.timelock === undefined ? 0n : readWholeNumber(payload, 'timelock'),
  };
}
