import type { KeptProcess } from '#/processes/keep-running.ts';

// Other processes hold connections to these; they stop last, in this order.
const INFRASTRUCTURE = ['nats', 'postgres'];

/** A process that joins the list meanwhile is stopped too. */
export async function stopProcesses(processes: readonly KeptProcess[]): Promise<void> {
  const stopped = new Set<KeptProcess>();
  const stopAll = async (wanted: (kept: KeptProcess) => boolean): Promise<void> => {
    for (let left = processes.filter((kept) => !stopped.has(kept) && wanted(kept)); left.length > 0; ) {
      for (const kept of left) stopped.add(kept);
      await Promise.all(left.map((kept) => kept.stop()));
      left = processes.filter((kept) => !stopped.has(kept) && wanted(kept));
    }
  };
  await stopAll(({ name }) => !INFRASTRUCTURE.includes(name));
  for (const name of INFRASTRUCTURE) await stopAll((kept) => kept.name === name);
}
