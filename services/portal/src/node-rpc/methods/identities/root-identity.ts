import { encodeAddress, parseAddress } from '@ledgergraph/verus-protocol/address';
import { IDENTITY_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { childIdentityAddress, identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { EMPTY_MAP } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { writeIdentity } from '@ledgergraph/verus-protocol/payloads/write-identity';
import type { Naming } from './naming.ts';
import type { NamedState } from './state.ts';

/** The version is that of height 0, before all upgrades. */
const VAULT_VERSION = 2;
const NO_TXID = '0'.repeat(64);
const NULL_KEY_ADDRESS = encodeAddress('PUBLIC_KEY_HASH', new Uint8Array(20));

/** The root of names where it is not registered, as pbaasrpc.cpp:getidentity makes it up, with the chain's own parent. */
export function rootIdentity({ chainId, rootName, parents }: Naming): NamedState {
  const parentId = parents.length === 0 ? null : identityAddressOf(parents);
  const parent = parentId === null ? undefined : parseAddress(parentId);
  const verusJson = writeIdentity({
    identityAddress: parent === undefined ? chainId : childIdentityAddress(rootName, parent.hash),
    parentId,
    systemId: chainId,
    structureVersion: VAULT_VERSION,
    flags: BigInt(IDENTITY_FLAGS.ACTIVE_CURRENCY),
    timelock: 0n,
    name: rootName,
    primaryAddresses: [NULL_KEY_ADDRESS],
    minimumSignatures: 1,
    revocationAuthority: chainId,
    recoveryAuthority: chainId,
    privateAddress: null,
    contentMap: EMPTY_MAP,
    contentMultiMap: EMPTY_MAP,
  });
  const below = parents.length > 1 ? parents.slice(0, -1) : parents;
  return {
    friendlyName: `${[rootName, ...below].join('.')}@`,
    fullName: `${[rootName, ...parents].join('.')}@`,
    state: { name: rootName, isRevoked: false, verusJson, blockHeight: 0, txid: NO_TXID, vout: -1 },
  };
}
