import { median } from '../measure/quantile.ts';
import type { ReplicasLeg, ReplicasSamples } from '../replicas/run-replicas.ts';

/** CPU milliseconds for an answer. */
export interface ReplicasRow {
  replicas: number;
  apiMs: number;
  /** The primary first. */
  serversMs: number[];
  /** With one core for each server: limited by the one that spends most. */
  rate: number;
  /** ÷ that of the same round without replicas. */
  reads: number;
  /** Share of requests while the servers are full; while they are not. */
  onPrimary: number;
  onPrimaryAtTip: number | undefined;
}

export interface ReplicasSummary {
  rows: ReplicasRow[];
  blockMs: number[];
  answers: number;
  different: number;
  wrong: number;
}

/** Medians of the rounds' ratios. */
export function summarizeReplicas({ full, atTip, blockMs, compared }: ReplicasSamples): ReplicasSummary {
  const [alone = []] = full;
  const rows = full.map((legs, replicas): ReplicasRow => {
    const near = atTip[replicas] ?? [];
    return {
      replicas,
      apiMs: median(legs.map(({ apiMs, answers }) => apiMs / answers)),
      serversMs: Array.from({ length: replicas + 1 }, (_, server) =>
        median(legs.map(({ serversMs, answers }) => (serversMs[server] ?? 0) / answers)),
      ),
      rate: median(legs.map(rateOf)),
      reads: median(legs.map((leg, round) => rateOf(leg) / rateOf(alone[round] ?? leg))),
      onPrimary: shareOnPrimary(legs),
      onPrimaryAtTip: near.length === 0 ? undefined : shareOnPrimary(near),
    };
  });
  const { answers, different, wrong } = compared;
  return { rows, blockMs, answers, different, wrong };
}

function rateOf({ answers, serversMs }: ReplicasLeg): number {
  return (1_000 * answers) / Math.max(...serversMs);
}

function shareOnPrimary(legs: readonly ReplicasLeg[]): number {
  const primary = legs.reduce((sum, { targets }) => sum + targets.primary, 0);
  return primary / legs.reduce((sum, { targets }) => sum + targets.primary + targets.replica, 0);
}
