import { existsSync } from 'node:fs';
import { keepRunning } from '#/processes/keep-running.ts';
import { RotatingLog } from '#/processes/rotating-log.ts';
import { spawnLogged } from '#/processes/spawn-logged.ts';
import { inRepository, runRoles } from '#/repository.ts';
import { listServices } from '#/services.ts';
import { HEAP_FLAGS } from '#/stack/heap-flags.ts';
import { busPassword } from '#/stack/secrets.ts';
import { databaseUrl, type StackContext } from '#/stack/stack-context.ts';

export const SUBJECT_PREFIX = 'ledgergraph';

/** Stands for a service whose folder was taken away: to those who ask it, it is away. */
const UNUSED_URL = 'http://127.0.0.1:9';

/** Webhooks of a laptop may go to programs on it. */
const LOOPBACK = '127.0.0.0/8,::1/128';

type Environment = Record<string, string>;

interface Program {
  name: string;
  /** Flags of Node.js itself. */
  flags?: string[];
  port: number;
  env: Environment;
}

/** Starts every process of every service, and the gateway. They find each other by address, so their order does not matter. */
export async function startServices(context: StackContext): Promise<string> {
  const gatewayPort = await takeGatewayPort(context);
  const programs = [...(await listServicePrograms(context, gatewayPort)), gatewayProgram(context, gatewayPort)];
  // One after the other: two that ask at once could get the same port.
  for (const { name, env } of programs) env.METRICS_PORT = String(await context.ports.take(`${name}-metrics`));
  await Promise.all(programs.map((program) => startProgram(context, program)));
  return programs.map(({ name }) => name).join(', ');
}

async function takeGatewayPort({ options, ports }: StackContext): Promise<number> {
  return options.port === 0 ? await ports.take('gateway') : options.port;
}

async function listServicePrograms(context: StackContext, gatewayPort: number): Promise<Program[]> {
  const programs: (Program & { service: string; role: 'api' | 'indexer' })[] = [];
  for (const service of listServices()) {
    for (const role of ['api', 'indexer'] as const) {
      if (!existsSync(inRepository('services', service, 'src', `${role}.ts`))) continue;
      const name = `${service}-${role}`;
      const port = await context.ports.take(name);
      context.urls.set(name, `http://127.0.0.1:${port}`);
      programs.push({ name, service, role, port, env: {}, flags: HEAP_FLAGS[role] });
    }
  }
  for (const program of programs) {
    const { service, role } = program;
    // A process that does not use the bus gets no password for it.
    const usesBus = role === 'indexer' || service === 'accounts';
    program.env = { ...serviceEnv(context, service, gatewayPort), ...(usesBus && busEnv(context, service)) };
  }
  return programs;
}

function busEnv({ natsUrl, secrets }: StackContext, service: string): Environment {
  return { NATS_URL: natsUrl, NATS_PASSWORD: busPassword(secrets, service), NATS_SUBJECT_PREFIX: SUBJECT_PREFIX };
}

function gatewayProgram(context: StackContext, port: number): Program {
  const { secrets, urls } = context;
  const subgraphs = listServices().filter((service) => existsSync(inRepository('services', service, 'schema.graphql')));
  const subgraphUrls = subgraphs.map((service) => [
    `SUBGRAPH_${service.toUpperCase()}_URL`,
    urls.get(`${service}-api`) ?? '',
  ]);
  context.gatewayUrl = `http://127.0.0.1:${port}`;
  context.urls.set('gateway', context.gatewayUrl);
  const env = {
    ...busEnv(context, 'gateway'),
    BLOCKS_URL: urls.get('blocks-api') ?? UNUSED_URL,
    ACCOUNTS_URL: urls.get('accounts-api') ?? UNUSED_URL,
    KEY_PEPPER: secrets.keyPepper,
    // Protects an installation from its guests; here they are its owner, tests and benchmarks.
    TEST_CALLS_PER_SECOND: process.env.TEST_CALLS_PER_SECOND ?? '100000',
    NEW_OPERATIONS_PER_MINUTE: process.env.NEW_OPERATIONS_PER_MINUTE ?? '100000',
    GATEWAY_WORKERS: process.env.GATEWAY_WORKERS ?? '1',
    // As in docker-compose.yml, and for its reasons.
    MALLOC_ARENA_MAX: '1',
    MALLOC_TRIM_THRESHOLD_: '65536',
    MALLOC_MMAP_THRESHOLD_: '32768',
    ...Object.fromEntries(subgraphUrls),
  };
  const flags = ['--max-semi-space-size=8'];
  return { name: 'gateway', flags, port, env };
}

function serviceEnv(context: StackContext, service: string, gatewayPort: number): Environment {
  if (service === 'webhooks') return webhooksEnv(context, gatewayPort);
  const env: Environment = {
    DATABASE_URL: databaseUrl(context, service),
    BLOCKS_URL: context.urls.get('blocks-api') ?? UNUSED_URL,
    KEY_PEPPER: context.secrets.keyPepper,
  };
  if (service === 'accounts') return { ...env, ...accountsEnv(context, gatewayPort) };
  if (service !== 'blocks') return env;
  // Passwords of real nodes are in our own environment, which children inherit; those of recorded nodes are made here.
  const [node] = context.recordedNodes;
  const credentials =
    node === undefined ? {} : { RECORDED_NODE_USER: node.user, RECORDED_NODE_PASSWORD: node.password };
  const indexerUrl = context.urls.get('blocks-indexer') ?? UNUSED_URL;
  return { ...env, NETWORKS_FILE: context.networksFile, BLOCKS_INDEXER_URL: indexerUrl, ...credentials };
}

function accountsEnv({ secrets, urls }: StackContext, gatewayPort: number): Environment {
  const webhooksUrl = urls.get('webhooks-api');
  return {
    // The name, not the address: browsers make passkeys for names only. The server takes both.
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${gatewayPort}`,
    SESSION_SECRET: secrets.sessionSecret,
    ...(webhooksUrl === undefined ? {} : { WEBHOOKS_URL: webhooksUrl }),
  };
}

function webhooksEnv(context: StackContext, gatewayPort: number): Environment {
  return {
    DATABASE_URL: databaseUrl(context, 'webhooks'),
    GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    ACCOUNTS_URL: context.urls.get('accounts-api') ?? UNUSED_URL,
    WEBHOOK_SECRET_KEY: context.secrets.webhookSecretKey,
    WEBHOOK_ALLOWED_NETWORKS: process.env.WEBHOOK_ALLOWED_NETWORKS ?? LOOPBACK,
  };
}

async function startProgram(context: StackContext, { name, flags = [], port, env }: Program): Promise<void> {
  const log = new RotatingLog(context.folder.log(name));
  const common = {
    HOST: '127.0.0.1',
    PORT: String(port),
    INTERNAL_SECRET: context.secrets.internalSecret,
    APOLLO_TELEMETRY_DISABLED: '1',
    // As in the images, and for their reason.
    MALLOC_ARENA_MAX: '2',
    EXIT_WITH_PARENT: '1',
  };
  const kept = await keepRunning({
    name,
    onTrouble: (text) => context.onTrouble(`${text}\n  log: ${log.file}`),
    launch: () => spawnLogged([process.execPath, ...flags, ...runRoles(name)], { ...common, ...env }, log),
  });
  context.processes.push(kept);
  context.logs.set(name, log);
}
