/**
 * Does work at once and then again and again, one at a time.
 * @param onFault hears of a run that fails; the next one is tried all the same
 * @returns how to stop: resolves when nothing runs any more
 */
export function repeat(
  work: () => Promise<void>,
  everyMs: number,
  onFault: (error: unknown) => void,
): () => Promise<void> {
  let working = Promise.resolve();
  const start = (): void => {
    working = working.then(work).catch(onFault);
  };
  start();
  const timer = setInterval(start, everyMs);
  return async () => {
    clearInterval(timer);
    await working;
  };
}
