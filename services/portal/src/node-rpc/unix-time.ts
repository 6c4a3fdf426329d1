const MS_PER_SECOND = 1_000;

/** @param instant text of a DateTime, in whole seconds */
export function unixTime(instant: unknown): number {
  return Date.parse(String(instant)) / MS_PER_SECOND;
}
