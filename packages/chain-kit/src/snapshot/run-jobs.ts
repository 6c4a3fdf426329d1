/** A piece of work; it may bring further work, which comes first. */
export type Job = () => Promise<Job[] | undefined>;

/**
 * Runs jobs, some at a time, in their order. After the first error no further job begins, and those that run are waited for.
 * @throws that error
 */
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
        // Work that runs may bring more.
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
