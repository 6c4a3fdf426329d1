import { type ChildProcess, spawn } from 'node:child_process';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { runRoles } from '@ledgergraph/local/repository';
import { createTestDatabase } from '@ledgergraph/test-kit/database';

export const SECRET = 'a secret for tests only';
export const ORIGIN = 'http://localhost:4000';

export async function startApiProcess(more: Record<string, string> = {}) {
  const database = await createTestDatabase({ service: 'accounts' });
  const port = await findFreePort();
  const env = {
    DATABASE_URL: database.url,
    PORT: String(port),
    INTERNAL_SECRET: SECRET,
    KEY_PEPPER: 'a pepper for tests only',
    PUBLIC_URL: ORIGIN,
    SESSION_SECRET: 'a session secret for tests only, long',
    ...more,
  };
  const child: ChildProcess = spawn(process.execPath, runRoles('accounts-api'), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('the process has no stdout');
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      lines.push(String(chunk));
      if (lines.join('').includes('is up')) resolve();
    });
  });
  return {
    child,
    env,
    lines,
    url: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    stop: async () => {
      child.kill('SIGKILL');
      await database.drop();
    },
  };
}

export type ApiProcess = Awaited<ReturnType<typeof startApiProcess>>;
