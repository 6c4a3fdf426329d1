const pending: (() => Promise<void>)[] = [];

/** Unlike `afterAll`, it may be called inside of a test or a hook. */
export function afterFile(run: () => Promise<void>): void {
  pending.push(run);
}

export async function endFile(): Promise<void> {
  await Promise.all(pending.splice(0).map((run) => run()));
}
