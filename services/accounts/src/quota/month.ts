/** In UTC. */
export type Month = {
  /** Its first day, `YYYY-MM-DD`. */
  startsOn: string;
  startsAt: Date;
  /** First moment of the next month. */
  endsAt: Date;
};

export function monthOf(moment: Date): Month {
  const startsAt = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 1));
  const endsAt = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1));
  return { startsOn: startsAt.toISOString().slice(0, 10), startsAt, endsAt };
}
