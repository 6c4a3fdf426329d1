import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestStack } from '@ledgergraph/test-kit/stack';

/** A port on which a process of an installation listens. */
export interface Listener {
  name: string;
  url: string;
  /** Answers anyone with 200. */
  openPath: string;
  /** Process that listens; undefined while it has ended. */
  pid: () => number | undefined;
}

/** Programs that are not ours, and the gateway's public port, whose own suite knows its protocols (gateway/test). */
const ELSEWHERE = new Set(['postgres', 'nats', 'gateway']);

/**
 * Every listener of our processes. The stack gives each a port and keeps the list in its data folder, so that a new one is in it.
 * @throws Error for a listener that belongs to no process of the stack
 */
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

/** Ports by the name of their listener. */
export async function readPorts(dataDir: string): Promise<Record<string, number>> {
  return JSON.parse(await readFile(join(dataDir, 'ports.json'), 'utf8'));
}
