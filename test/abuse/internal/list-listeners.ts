import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestStack } from '@ledgergraph/test-kit/stack';

export interface Listener {
  name: string;
  url: string;
  /** Answers anyone with 200. */
  openPath: string;
  /** undefined while it has ended. */
  pid: () => number | undefined;
}

/** Programs that are not ours; gateway/test has the public port. */
const ELSEWHERE = new Set(['postgres', 'nats', 'gateway']);

/** @throws Error for a listener that belongs to no process of the stack */
export async function listListeners({ address, running }: TestStack): Promise<Listener[]> {
  const ports = await readPorts(address.dataDir);
  return Object.entries(ports)
    .filter(([name]) => !ELSEWHERE.has(name))
    .map(([name, port]) => {
      const isOfMetrics = name.endsWith('-metrics');
      const process = running.processes.find((one) => one.name === name.replace(/-metrics$/, ''));
      if (process === undefined) throw new Error(`${name} listens, and no process has this name`);
      return {
        name,
        url: `http://127.0.0.1:${port}`,
        openPath: isOfMetrics ? '/metrics' : '/livez',
        pid: () => process.pid,
      };
    });
}

export async function readPorts(dataDir: string): Promise<Record<string, number>> {
  return JSON.parse(await readFile(join(dataDir, 'ports.json'), 'utf8'));
}
