import type { EnvironmentName } from '@ledgergraph/graph-kit/network';

/** Limits of a team's live keys; null: unlimited. */
export interface KeyPlan {
  id: string;
  callsPerMonth: bigint | null;
  callsPerSecond: number | null;
  /** Per key; null: the gateway's setting. */
  streamsPerKey: number | null;
  /** Per key; null: the gateway's setting. */
  sendsPerMinute: number | null;
  /** Cost that the team may have running at once; null: the gateway's setting. */
  workUnderWay: number | null;
}

export interface KnownKey {
  id: string;
  environment: EnvironmentName;
  teamId: string;
  /** Null: the operator made the key. */
  personId: string | null;
  plan: KeyPlan;
  /** CIDR notation; empty: from anywhere. */
  allowedNetworks: string[];
  /** Origins of web pages; empty: every page that the gateway allows. */
  allowedOrigins: string[];
  maySend: boolean;
  /** Unix milliseconds; null: never. */
  expiresAt: number | null;
}

/** `unavailable`: accounts cannot answer now. `throttled`: this caller has tried too many unknown keys. */
export type KeyAnswer =
  | { status: 'known'; key: KnownKey }
  | { status: 'unknown' }
  | { status: 'unavailable' }
  | { status: 'throttled' };
