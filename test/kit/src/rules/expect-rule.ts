import { isDeepStrictEqual } from 'node:util';

export interface Check {
  /** A height, a txid, an output. */
  record: string;
  found: unknown;
  wanted: unknown;
}

/** A failure names the rule and the records. @param count of records; -1: one at least */
export function expectRule(rule: string, checks: readonly Check[], count: number): void {
  const broken = checks
    .filter(({ found, wanted }) => !isDeepStrictEqual(found, wanted))
    .map((check) => ({ rule, ...check }));
  expect(broken.slice(0, 5)).toEqual([]);
  const records = checks.length;
  if (count === -1) expect({ rule, hasRecords: records > 0 }).toEqual({ rule, hasRecords: true });
  else expect({ rule, records }).toEqual({ rule, records: count });
}
