import { NULL_ADDRESS } from '#/json-members.ts';
import type { IdentityState } from './identity-primary.ts';

const PBAAS_VERSION = 3;

/** JSON text with the members, order and number text of the daemon (core_write.cpp:CIdentity::ToUniValue). */
export function writeIdentity(state: IdentityState): string {
  const address = (id: string | null) => JSON.stringify(id ?? NULL_ADDRESS);
  const members: Record<string, string> = {
    version: String(state.structureVersion),
    flags: String(state.flags),
    primaryaddresses: JSON.stringify(state.primaryAddresses),
    minimumsignatures: String(state.minimumSignatures),
    name: JSON.stringify(state.name),
    identityaddress: JSON.stringify(state.identityAddress),
    parent: address(state.parentId),
    systemid: address(state.systemId),
    contentmap: state.contentMap,
  };
  if (state.structureVersion >= PBAAS_VERSION) members.contentmultimap = state.contentMultiMap;
  members.revocationauthority = address(state.revocationAuthority);
  members.recoveryauthority = address(state.recoveryAuthority);
  if (state.privateAddress !== null) members.privateaddress = JSON.stringify(state.privateAddress);
  members.timelock = String(state.timelock);
  return `{${Object.entries(members)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`;
}
