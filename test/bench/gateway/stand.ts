import { join } from 'node:path';
import { connectBus } from '@ledgergraph/event-bus/nats-bus';
import { ENVIRONMENT_HEADER, PINS_HEADER, writePins } from '@ledgergraph/graph-kit/request-headers';
import { readKeptJson } from '@ledgergraph/local/stack/kept-json';
import { busPassword, loadSecrets } from '@ledgergraph/local/stack/secrets';
import { SUBJECT_PREFIX } from '@ledgergraph/local/stack/steps/list-roles';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { Caller } from './caller.ts';
import { type GatewayName, GatewayProcess } from './gateway-process.ts';

/** Over one set of subgraphs, with a client of each. */
export interface Stand {
  processes: Record<GatewayName, GatewayProcess>;
  callers: Record<GatewayName, Caller>;
}

const SUBGRAPHS = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'];

export async function startStack(cleanup: AsyncDisposableStack): Promise<TestStack> {
  const stack = await startTestStack({ from: 'end', isDurable: true });
  cleanup.defer(() => stack.stop());
  return stack;
}

/** @param counting the gateways count their requests; then they are not to be timed */
export async function startStand(stack: TestStack, counting: boolean, cleanup: AsyncDisposableStack): Promise<Stand> {
  const { internalSecret, env } = await describeStack(stack);
  const ours = cleanup.use(await GatewayProcess.start('ours', env, counting));
  const stock = cleanup.use(await GatewayProcess.start('stock', env, counting));
  const { chains } = await stack.query('test', '{ __typename }');
  const internal = {
    [INTERNAL_HEADER]: internalSecret,
    [ENVIRONMENT_HEADER]: 'TESTNET',
    [PINS_HEADER]: writePins(chains),
  };
  return {
    processes: { ours, stock },
    callers: {
      ours: cleanup.use(new Caller(ours.url, { authorization: `Bearer ${stack.address.keys.test}` })),
      stock: cleanup.use(new Caller(stock.url, internal)),
    },
  };
}

/** The environment of the stack's own gateway, with the secret for subgraphs. */
export async function describeStack({ running }: Pick<TestStack, 'running'>): Promise<{
  internalSecret: string;
  env: Record<string, string>;
  /** A service hears its own subjects only. It must be closed. */
  openBus: (user: string) => ReturnType<typeof connectBus>;
}> {
  const secrets = await loadSecrets(join(running.dataDir, 'secrets.json'));
  const { internalSecret, keyPepper } = secrets;
  const ports = (await readKeptJson(join(running.dataDir, 'ports.json'))) as Record<string, number>;
  const urlOf = (process: string): string => running.urls.get(process) ?? '';
  const natsUrl = `nats://127.0.0.1:${ports.nats}`;
  return {
    internalSecret,
    openBus: (user) =>
      connectBus({
        url: natsUrl,
        prefix: SUBJECT_PREFIX,
        name: 'bench',
        login: { user, password: busPassword(secrets, user) },
        logger: createLogger('bench', 'silent'),
      }),
    env: {
      NATS_URL: natsUrl,
      NATS_PASSWORD: busPassword(secrets, 'gateway'),
      NATS_SUBJECT_PREFIX: SUBJECT_PREFIX,
      INTERNAL_SECRET: internalSecret,
      KEY_PEPPER: keyPepper,
      RESPONSE_CACHE_MB: '0',
      TEST_CALLS_PER_SECOND: '1000000',
      PLANNING_MS_PER_SECOND: '100000000',
      BLOCKS_URL: urlOf('blocks-api'),
      ACCOUNTS_URL: urlOf('accounts-api'),
      ...Object.fromEntries(SUBGRAPHS.map((name) => [`SUBGRAPH_${name.toUpperCase()}_URL`, urlOf(`${name}-api`)])),
    },
  };
}
