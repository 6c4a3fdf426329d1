/** In UTC. */
export type Month = {
  startsOn: string;
  startsAt: Date;
  endsAt: Date;
};

export function monthOf(moment: Date): Month {
  const startsAt = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 1));
  const endsAt = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1));
  return { startsOn: startsAt.toISOString().slice(0, 10), startsAt, endsAt };
}
