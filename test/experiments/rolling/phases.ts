import { waitFor, waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import type { PrintedClient } from '../../fault/resume/printed-client.ts';
import type { Member } from './installation.ts';
import type { Load, LoadCounts } from './load.ts';

const LOOK_MS = 50;
/** Kubernetes' own default; a process ends by itself before. */
const STOP_MAX_MS = 30_000;

export interface PhaseCounts extends LoadCounts {
  name: string;
  seconds: number;
  events: number;
  longestGapMs: number;
}

export class Phases {
  readonly #load: Load;
  readonly #clients: readonly PrintedClient[];
  readonly #wanted: string;
  readonly #progress: (text: string) => void;
  readonly done: PhaseCounts[] = [];

  /** @param wanted only phases whose name contains it are run */
  constructor(load: Load, clients: readonly PrintedClient[], wanted: string, progress: (text: string) => void) {
    this.#wanted = wanted;
    this.#load = load;
    this.#clients = clients;
    this.#progress = progress;
  }

  async run(name: string, act: () => Promise<void>): Promise<void> {
    if (!name.includes(this.#wanted)) return;
    this.#load.take();
    const startedAt = performance.now();
    const received = () => this.#clients.reduce((sum, client) => sum + client.received, 0);
    const before = received();
    const heard = this.#clients.map((client) => ({ count: client.received, at: performance.now() }));
    let longestGapMs = 0;
    const timer = setInterval(() => {
      for (const [index, client] of this.#clients.entries()) {
        const last = heard[index];
        if (last === undefined) continue;
        const now = performance.now();
        longestGapMs = Math.max(longestGapMs, now - last.at);
        if (client.received !== last.count) heard[index] = { count: client.received, at: now };
      }
    }, LOOK_MS);
    await act();
    clearInterval(timer);
    const seconds = (performance.now() - startedAt) / 1_000;
    const counts = { name, seconds, events: received() - before, longestGapMs, ...this.#load.take() };
    this.done.push(counts);
    this.#progress(`${describePhase(counts)} ${JSON.stringify(counts.failed)}`);
  }
}

/** As a deployment does; waits until the balancer uses the process again. @param statusUrl CSV of the balancer */
export async function restart(
  { name, process, url }: Member,
  statusUrl: string,
  progress: (text: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  await process.stop(STOP_MAX_MS);
  progress(`${name} stopped within ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  await process.start();
  await waitUntilOk(`${url}/readyz`, { what: `${name} to be ready`, timeoutMs: 120_000 });
  await waitUntilUsed(statusUrl, name);
}

/** The balancer does not know a server if it balances none of its kind. */
export async function waitUntilUsed(statusUrl: string, name: string): Promise<void> {
  await waitFor(
    async () => {
      const rows = (await (await fetch(statusUrl)).text()).split('\n').map((row) => row.split(','));
      const row = rows.find(([, server]) => server === name);
      return row === undefined || row.includes('UP');
    },
    { what: `the balancer to use ${name}`, timeoutMs: 120_000 },
  );
}

export function describePhase(counts: PhaseCounts): string {
  const { name, seconds, answers, failed, repeatable, wrong, events, slowestMs, longestGapMs } = counts;
  const failures = Object.values(failed).reduce((sum, count) => sum + count, 0);
  return (
    `${name}, ${seconds.toFixed(0)} s: ${answers} answers, ${failures} failed, ${repeatable} to be repeated ` +
    `(CHAIN_REORGANIZED), ${wrong.length} wrong, the slowest after ` +
    `${(slowestMs / 1_000).toFixed(1)} s; ${events} events, at most ${(longestGapMs / 1_000).toFixed(1)} s without one`
  );
}
