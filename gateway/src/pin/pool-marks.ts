import { z } from 'zod';

export const poolMark = z.object({
  chainId: z.string().min(1),
  readAt: z.iso.datetime().nullable(),
  tipHeight: z.int().min(0).nullable(),
  tipHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});

/** When, and at which tip of the node, the mempool was read; all null: not yet. */
export type PoolMark = z.output<typeof poolMark>;

/** For two marks for a chain the older one counts: it is true of both answers. */
export function addPoolMarks(known: Map<string, PoolMark>, marks: readonly PoolMark[]): void {
  for (const mark of marks) {
    const before = known.get(mark.chainId);
    if (before === undefined || instantOf(mark) < instantOf(before)) known.set(mark.chainId, mark);
  }
}

/** As `extensions.pending`: one of each chain, ordered by id. */
export function listPoolMarks(known: ReadonlyMap<string, PoolMark>): PoolMark[] {
  return [...known.values()].sort((a, b) => (a.chainId < b.chainId ? -1 : 1));
}

function instantOf({ readAt }: PoolMark): number {
  return readAt === null ? Number.NEGATIVE_INFINITY : Date.parse(readAt);
}
