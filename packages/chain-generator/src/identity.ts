import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { decimals, whole } from './amounts.ts';
import { type Draft, type Names, protocolOutput } from './outputs.ts';

/** docs/verus/identities.md#state. */
export function newIdentity(
  chainId: string,
  { id, name, owner, parent = chainId }: { id: string; name: string; owner: string; parent?: string },
): JsonObject {
  return {
    version: whole(3),
    flags: whole(0),
    primaryaddresses: [owner],
    minimumsignatures: whole(1),
    name,
    identityaddress: id,
    parent,
    systemid: chainId,
    contentmap: {},
    contentmultimap: {},
    revocationauthority: id,
    recoveryauthority: id,
    timelock: whole(0),
  };
}

export function identityState(payload: JsonObject): Draft {
  const owners = [payload.identityaddress, payload.revocationauthority, payload.recoveryauthority].map(String);
  return protocolOutput('identityprimary', payload, undefined, undefined, owners);
}

export function reserveName(name: {
  name: string;
  salt: string;
  parent: string;
  id: string;
  referral?: string;
}): Draft {
  const { salt, parent, id, referral = '' } = name;
  const payload = { version: whole(1), name: name.name, parent, salt, referral, nameid: id };
  return protocolOutput('identityreservation', payload, undefined, undefined, [id]);
}

/** Binds to a hash, and may hold what an offer gives. @param hash as it is printed @param held in satoshis */
export function commitTo(
  names: Names,
  owners: readonly string[],
  hash: string,
  held: ReadonlyMap<string, bigint> = new Map(),
): Draft {
  const tokens = new Map([...held].filter(([id]) => id !== names.chainId));
  const payload = { version: whole(1), currencyvalues: decimals(tokens), hash };
  return protocolOutput('commitmenthash', payload, held, names, owners);
}
