import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { installPackages } from '#/apt.ts';

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 250;

export interface Engine {
  env: Record<string, string>;
  /** Started for this run only: it can pull only images that it already had. */
  isOwn: boolean;
  /** Only if it was started here, with everything in it. */
  stop(): Promise<void>;
}

/**
 * An engine is started where Debian has one to install and we are root.
 * @param report hears of what takes a while
 * @throws Error with the reason on one line
 */
export async function findEngine(report: (text: string) => void): Promise<Engine> {
  const answering: Engine = { env: {}, isOwn: false, stop: async () => undefined };
  if (await answers(answering.env)) return answering;
  if (process.platform !== 'linux' || userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error('no Docker engine answers, and none can be installed here (that needs root on Debian)');
  }
  if (!existsSync('/usr/sbin/dockerd')) {
    report('installing Debian’s Docker engine');
    await installPackages(['docker.io']);
    // An init system starts it after the installation.
    if (await answers(answering.env)) return answering;
  }
  return startEngine(report);
}

async function answers(env: Record<string, string>): Promise<boolean> {
  const result = await execa('docker', ['version', '--format', '{{.Server.Version}}'], { env, reject: false });
  return !result.failed;
}

async function startEngine(report: (text: string) => void): Promise<Engine> {
  report('starting a Docker engine for this run');
  const dir = await mkdtemp(join(tmpdir(), 'ledgergraph-docker-'));
  const socket = `unix://${join(dir, 'docker.sock')}`;
  const daemon = execa('dockerd', daemonFlags(dir, socket), { all: true, reject: false, buffer: { all: true } });
  let hasEnded = false;
  void daemon.then(() => {
    hasEnded = true;
  });
  const stop = () => stopDaemon(daemon, dir);
  const env = { DOCKER_HOST: socket };
  const giveUpAt = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(env))) {
    if (!hasEnded && performance.now() < giveUpAt) {
      await wait(POLL_MS);
      continue;
    }
    await stop();
    const { all } = await daemon;
    throw new Error(`dockerd did not start: ${all?.trimEnd().split('\n').at(-1) ?? 'no word'}`);
  }
  return { env, isOwn: true, stop };
}

// The machine's own network stays as it is: no rule, no default bridge. A proxy process publishes ports, and the engine removes the
// network of a run.
function daemonFlags(dir: string, socket: string): string[] {
  const network = ['--bridge', 'none', '--iptables=false', '--ip6tables=false', '--ip-masq=false'];
  const folders = ['--data-root', join(dir, 'data'), '--exec-root', join(dir, 'exec'), '--pidfile', join(dir, 'pid')];
  return [...network, ...folders, '--host', socket];
}

async function stopDaemon(
  daemon: Promise<unknown> & { kill(signal: NodeJS.Signals): boolean },
  dir: string,
): Promise<void> {
  daemon.kill('SIGTERM');
  const killer = setTimeout(() => daemon.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await daemon;
  clearTimeout(killer);
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
}
