import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';

const SUBGRAPHS = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'];
const SECRET = 'secret-of-the-benchmark';

export async function startProgram(
  file: string,
  env: Record<string, string>,
  cleanup: AsyncDisposableStack,
): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  cleanup.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  return child;
}

export interface StubStand {
  env: Record<string, string>;
  key: string;
  /** `grow` adds a block, `{grow: n}` this many. */
  stubs: ChildProcess;
}

export async function startStubs(cleanup: AsyncDisposableStack): Promise<StubStand> {
  const [port, subgraphsPort] = [await findFreePort(), await findFreePort()];
  const env = {
    PORT: String(port),
    SUBGRAPHS_PORT: String(subgraphsPort),
    SUBGRAPHS: SUBGRAPHS.join(','),
    INTERNAL_SECRET: SECRET,
  };
  const stubs = await startProgram('./stub-services.ts', env, cleanup);
  const [internal, subgraphs] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${subgraphsPort}`];
  await waitUntilOk(`${subgraphs}/readyz`, { what: 'the stand-ins to be ready' });
  return {
    stubs,
    key: generateApiKey('lg', 'live'),
    env: {
      // No broker listens there: the gateway hears of no change.
      NATS_URL: 'nats://127.0.0.1:1',
      NATS_PASSWORD: 'of no broker, as no broker listens there',
      NATS_SUBJECT_PREFIX: 'bench',
      LOG_LEVEL: 'error',
      INTERNAL_SECRET: SECRET,
      KEY_PEPPER: 'pepper-of-the-benchmark',
      PLANNING_MS_PER_SECOND: '1000000',
      // As in a cluster, whose subgraphs have their own processors.
      SUBGRAPH_REQUESTS_AT_ONCE: '48',
      BLOCKS_URL: internal,
      ACCOUNTS_URL: internal,
      ...Object.fromEntries(SUBGRAPHS.map((name) => [`SUBGRAPH_${name.toUpperCase()}_URL`, `${subgraphs}/${name}`])),
    },
  };
}
