import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { KeptProcess } from './keep-running.ts';
import type { RotatingLog } from './rotating-log.ts';

const POLL_MS = 50;
const TIMEOUT_MS = 60_000;
const DEATHS_MAX = 2;

export interface Listener {
  name: string;
  /** On 127.0.0.1. */
  port: number;
  process: KeptProcess;
  log: RotatingLog;
}

/** Throws, with the end of its log, when the process keeps dying or stays silent for a minute. */
export async function waitForListener({ name, port, process, log }: Listener): Promise<void> {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  while (!(await accepts(port))) {
    if (process.quickDeaths > DEATHS_MAX || performance.now() > giveUpAt) {
      throw new Error(`${name} does not come up; the end of ${log.file}:\n${log.tail(10)}`);
    }
    await wait(POLL_MS);
  }
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
