/** Milliseconds of a clock that all processes of this machine share. */
export function readClock(): number {
  return performance.timeOrigin + performance.now();
}
