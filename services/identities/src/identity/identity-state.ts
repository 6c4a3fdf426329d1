/** One identityprimary output decoded: the full state of an identity (docs/verus/identities.md#state). */
export interface IdentityState {
  identityAddress: string;
  /** Null for the root of the name space alone. */
  parentId: string | null;
  systemId: string | null;
  /** Layout on chain: 1 VerusID, 2 vault (time locks), 3 PBaaS (content multi-map). */
  structureVersion: number;
  flags: bigint;
  /** With flag LOCKED: delay in blocks that starts at unlock. Without: absolute height, 0 for none. */
  timelock: bigint;
  /** Last label only, in its own case. */
  name: string;
  primaryAddresses: string[];
  minimumSignatures: number;
  revocationAuthority: string | null;
  recoveryAuthority: string | null;
  privateAddress: string | null;
  /** JSON text with the node's own number text. */
  contentMap: string;
  contentMultiMap: string;
}

/** Text of an empty content map. */
export const EMPTY_MAP = '{}';
