import { type JsonObject, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { IdentityState } from '#/identity/identity-state.ts';
import { findAddress, findObject, readText, readTexts, readWholeNumber } from './payload-fields.ts';

/**
 * Decodes the payload of an identityprimary output.
 * @throws UnexpectedPayloadError
 */
export function readIdentityState(payload: JsonObject): IdentityState {
  return {
    identityAddress: readText(payload, 'identityaddress'),
    parentId: findAddress(payload, 'parent'),
    systemId: findAddress(payload, 'systemid'),
    structureVersion: Number(readWholeNumber(payload, 'version')),
    flags: readWholeNumber(payload, 'flags'),
    // Layout 1 has no time lock.
    timelock: payload.timelock === undefined ? 0n : readWholeNumber(payload, 'timelock'),
    name: readText(payload, 'name'),
    primaryAddresses: readTexts(payload, 'primaryaddresses'),
    minimumSignatures: Number(readWholeNumber(payload, 'minimumsignatures')),
    revocationAuthority: findAddress(payload, 'revocationauthority'),
    recoveryAuthority: findAddress(payload, 'recoveryauthority'),
    privateAddress: payload.privateaddress === undefined ? null : readText(payload, 'privateaddress'),
    contentMap: stringifyLossless(findObject(payload, 'contentmap')),
    contentMultiMap: stringifyLossless(findObject(payload, 'contentmultimap')),
  };
}
