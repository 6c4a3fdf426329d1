import { isDeepStrictEqual } from 'node:util';

/** One record of a chain, which a rule of the protocol holds for or not. */
export interface Check {
  /** Names it: a height, a txid, an output. */
  record: string;
  /** As the service answers it, or as it stands in the blocks. */
  found: unknown;
  /** As the rule has it. */
  wanted: unknown;
}

/**
 * Expects a rule to hold for every record, and records to be there at all. What fails names the rule and the records.
 * An amount of zero in a map is as good as no entry.
 * @param count how many records there are; -1 for a chain that is drawn: one at least
 */
export function expectRule(rule: string, checks: readonly Check[], count: number): void {
  const broken = checks
    .map((check) => ({ rule, ...check, found: withoutZeros(check.found), wanted: withoutZeros(check.wanted) }))
    .filter(({ found, wanted }) => !isDeepStrictEqual(found, wanted));
  expect(broken.slice(0, 5)).toEqual([]);
  const records = checks.length;
  if (count === -1) expect({ rule, hasRecords: records > 0 }).toEqual({ rule, hasRecords: true });
  else expect({ rule, records }).toEqual({ rule, records: count });
}

function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeros);
  if (value instanceof Map) return new Map([...value].filter(([, member]) => member !== 0n));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutZeros(member)]));
}
