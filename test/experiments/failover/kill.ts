export interface Kill {
  cluster: 'chain' | 'people';
  phase: 'backfill' | 'live';
  /** The replicas had received nothing for this time. */
  lateMs: number;
  /** Seconds from the kill. */
  promotion: number;
  /** Seconds from the promotion to the last error of the affected fields. */
  errors: number;
  answers: number;
  othersFailed: number;
  /** The promoted replica lacked at least these. */
  lost: { blocks: number; addresses: number };
  /** Seconds from the kill until answers were at the tip. */
  recovery: number;
}

export function describeKills(kills: readonly Kill[]): string[] {
  const chain = kills.filter(({ cluster }) => cluster === 'chain');
  const people = kills.filter(({ cluster }) => cluster === 'people');
  const late = chain.filter(({ lateMs }) => lateMs > 0);
  const lost = chain.filter(({ lost: { blocks, addresses } }) => blocks + addresses > 0);
  const deepest = Math.max(0, ...chain.map(({ lost: { blocks, addresses } }) => Math.max(blocks, addresses)));
  return [
    `${kills.length} primaries killed: ${chain.length} of the asynchronous cluster (blocks, addresses), ` +
      `${chain.filter(({ phase }) => phase === 'backfill').length} of them during a backfill, ` +
      `${people.length} of the synchronous one (accounts, webhooks)`,
    `time to the promotion: ${spread(kills.map(({ promotion }) => promotion))} s`,
    `errors after the promotion, fields of the killed cluster: ${spread(chain.map(({ errors }) => errors))} s; ` +
      `accounts and webhooks: ${spread(people.map(({ errors }) => errors))} s`,
    `from the kill to answers at the tip: ${spread(kills.map(({ recovery }) => recovery))} s`,
    `${late.length} replicas were promoted that had received nothing for up to two seconds; ` +
      `${lost.length} lacked commits, the deepest ${deepest} blocks`,
    `fields on other servers failed in ${sum(kills, 'othersFailed')} of ${sum(kills, 'answers')} answers`,
  ];
}

function sum(kills: readonly Kill[], member: 'othersFailed' | 'answers'): number {
  return kills.reduce((total, kill) => total + kill[member], 0);
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return 'none';
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${median.toFixed(1)} in the middle, ${(sorted.at(-1) ?? 0).toFixed(1)} at most`;
}
