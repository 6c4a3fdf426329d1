import type { EnvironmentName } from '@ledgergraph/chain-kit/chain/network';

/** What a team may spend with live keys; null: not limited. */
export interface KeyPlan {
  id: string;
  callsPerMonth: bigint | null;
  callsPerSecond: number | null;
}

/** What a key may do. */
export interface KnownKey {
  id: string;
  environment: EnvironmentName;
  /** Whose plan pays. */
  teamId: string;
  plan: KeyPlan;
  /** Networks it may be used from, in CIDR notation; empty: from anywhere. */
  allowedNetworks: string[];
  /** Unix milliseconds; null: never. */
  expiresAt: number | null;
}

/** `unavailable`: nobody can say at the moment. `throttled`: this caller has asked for too many keys that do not exist. */
export type KeyAnswer =
  | { status: 'known'; key: KnownKey }
  | { status: 'unknown' }
  | { status: 'unavailable' }
  | { status: 'throttled' };
