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
 * @param count how many records there are; -1 for a chain that is drawn: one at least
 */
export function expectRule(rule: string, checks: readonly Check[], count: number): void {
  const broken = checks
    .filter(({ found, wanted }) => !isDeepStrictEqual(found, wanted))
    .map((check) => ({ rule, ...check }));
  expect(broken.slice(0, 5)).toEqual([]);
  const records = checks.length;
  if (count === -1) expect({ rule, hasRecords: records > 0 }).toEqual({ rule, hasRecords: true });
  else expect({ rule, records }).toEqual({ rule, records: count });
}
