/** All processes of this machine share it. */
export function readClock(): number {
  return performance.timeOrigin + performance.now();
}
