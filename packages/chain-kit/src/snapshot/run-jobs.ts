/** Further work comes first. */
export type Job = () => Promise<Job[] | undefined>;

/** In their order. After the first error no further job begins, and running ones are awaited. @throws that error */
export async function runJobs(jobs: readonly Job[], workers: number): Promise<void> {
  const queue = [...jobs];
  let failed: { error: unknown } | undefined;
  let running = 0;
  let wake = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    while (failed === undefined) {
      const job = queue.shift();
      if (job === undefined) {
        if (running === 0) return;
        await wake.promise;
        continue;
      }
      running += 1;
      try {
        queue.unshift(...((await job()) ?? []));
      } catch (error) {
        failed ??= { error };
      }
      running -= 1;
      wake.resolve();
      wake = Promise.withResolvers();
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  if (failed !== undefined) throw failed.error;
}
