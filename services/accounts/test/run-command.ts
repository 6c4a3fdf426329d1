import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdmin } from '@ledgergraph/program/admin/run-admin';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { createContext } from '#/context.ts';
import { startNatsRecorder } from './nats-recorder.ts';

const cli = join(import.meta.dirname, '../../../deploy/program/src/admin.ts');

export const pepper = 'a pepper for tests only';

export type Outcome = { code: number; out: string; err: string };

export type Commands = Awaited<ReturnType<typeof startCommands>>;

export async function startCommands() {
  const database = await createTestDatabase({ service: 'accounts' });
  const { db } = createContext(database.url);
  const nats = await startNatsRecorder();
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-commands-'));
  const data = await mkdtemp(join(tmpdir(), 'ledgergraph-commands-data-'));
  const environment = {
    DATABASE_URL: database.url,
    KEY_PEPPER: pepper,
    NATS_URL: nats.url,
    NATS_PASSWORD: 'password of accounts',
    NATS_SUBJECT_PREFIX: 'here',
  };
  await writeAccountsEnv(data, environment);
  /** In this process, which saves the time of a start. */
  const run = (...args: string[]) => captureRun(['--data', data, ...args]);
  return {
    db,
    nats,
    folder,
    environment,
    run,
    /** With `--json`; the command must succeed. */
    runJson: async (...args: string[]) => {
      const { code, out, err } = await run(...args, '--json');
      expect({ code, err }).toEqual({ code: 0, err: '' });
      return JSON.parse(out);
    },
    makeKey: async (...args: string[]) => {
      const { code, out, err } = await run('keys', 'create', ...args, '--json');
      expect({ code, err }).toEqual({ code: 0, err: '' });
      const { value, key } = JSON.parse(out);
      return { value, ...key };
    },
    /** In a process whose environment holds nothing but `env`. */
    runProcess: (
      args: string[],
      { env = environment, stdin = '' }: { env?: Record<string, string>; stdin?: string } = {},
    ) => runProcess(args, { cwd: folder, env, stdin }),
    stop: async () => {
      await db.$disconnect();
      await nats.stop();
      await database.drop();
      for (const created of [folder, data]) await rm(created, { recursive: true });
    },
  };
}

export async function writeAccountsEnv(folder: string, environment: Record<string, string>): Promise<void> {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, 'accounts.env'), lines.join(''));
}

async function captureRun(args: string[]): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  try {
    const code = await runAdmin(args);
    return { code, out: written.stdout, err: written.stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

function runProcess(
  args: string[],
  { stdin, ...options }: { cwd: string; env: Record<string, string>; stdin: string },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [cli, ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
    child.stdin?.end(stdin);
  });
}
