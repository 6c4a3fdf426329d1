import type { EnvironmentName } from '@ledgergraph/graph-kit/network';

/** Limits of a team's live keys; null: not limited. */
export interface KeyPlan {
  id: string;
  callsPerMonth: bigint | null;
  callsPerSecond: number | null;
  /** Streams that one key may hold open; null: as many as the gateway allows. */
  streamsPerKey: number | null;
  /** Transactions that one key may send in a minute; null: as many as the gateway allows. */
  sendsPerMinute: number | null;
  /** Cost of the operations that the team may have running at a time; null: as much as the gateway allows. */
  workUnderWay: number | null;
}

/** Rights of a key. */
export interface KnownKey {
  id: string;
  environment: EnvironmentName;
  /** Team whose plan pays. */
  teamId: string;
  /** Person who made the key; null: the operator did. */
  personId: string | null;
  plan: KeyPlan;
  /** Networks it may be used from, in CIDR notation; empty: from anywhere. */
  allowedNetworks: string[];
  /** Origins of web pages it may be used from; empty: from every page that the gateway allows. */
  allowedOrigins: string[];
  /** True if it may send transactions. */
  maySend: boolean;
  /** Unix milliseconds; null: never. */
  expiresAt: number | null;
}

/**
 * `unavailable`: the accounts service cannot answer at the moment. `throttled`: this caller has tried too many keys
 * that do not exist.
 */
export type KeyAnswer =
  | { status: 'known'; key: KnownKey }
  | { status: 'unknown' }
  | { status: 'unavailable' }
  | { status: 'throttled' };
