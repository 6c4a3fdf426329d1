/** Runs once at a time, first at once, and continues after faults. @returns how to stop; resolves when nothing runs any more */
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
