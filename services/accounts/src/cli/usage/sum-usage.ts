/** Calls of one key on one day that ended in one way. */
export type UsageRow = { day: string; keyId: string; status: string; calls: bigint };

/** Calls added up by two things, in the order in which each is first met. */
export function sumUsage(
  usage: readonly UsageRow[],
  rowOf: (usage: UsageRow) => string,
  columnOf: (usage: UsageRow) => string,
): Map<string, Map<string, bigint>> {
  const rows = new Map<string, Map<string, bigint>>();
  for (const counted of usage) {
    const row = rows.get(rowOf(counted)) ?? new Map<string, bigint>();
    rows.set(rowOf(counted), row);
    row.set(columnOf(counted), (row.get(columnOf(counted)) ?? 0n) + counted.calls);
  }
  return rows;
}
