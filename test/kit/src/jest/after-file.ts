const pending: (() => Promise<void>)[] = [];

/** Takes work for the end of the running file. Unlike `afterAll`, it may be called inside of a test or a hook. */
export function afterFile(run: () => Promise<void>): void {
  pending.push(run);
}

/** Called by the environment at the end of each file. */
export async function endFile(): Promise<void> {
  await Promise.all(pending.splice(0).map((run) => run()));
}
