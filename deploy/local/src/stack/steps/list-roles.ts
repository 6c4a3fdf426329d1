import { existsSync } from 'node:fs';
import { inRepository } from '#/repository.ts';
import { listServices } from '#/services.ts';
import type { LocalRole } from '#/stack/local-role.ts';
import { busPassword } from '#/stack/secrets.ts';
import { databaseUrl, type StackContext } from '#/stack/stack-context.ts';
import { RECORDED_USER } from './start-recorded-nodes.ts';

export const SUBJECT_PREFIX = 'ledgergraph';

/** Address of a service whose folder was removed: its clients find it unreachable. */
const UNUSED_URL = 'http://127.0.0.1:9';

/** Webhooks of a laptop may go to programs on it. */
const LOOPBACK = '127.0.0.0/8,::1/128';

type Environment = Record<string, string>;

interface ServiceRole extends LocalRole {
  service: string;
}

export async function listRoles(context: StackContext): Promise<LocalRole[]> {
  const { options, ports, urls } = context;
  const roles: ServiceRole[] = [];
  for (const service of listServices()) {
    for (const kind of ['api', 'indexer'] as const) {
      if (!existsSync(inRepository('services', service, 'src', `${kind}.ts`))) continue;
      const name = `${service}-${kind}`;
      roles.push({ name, service, kind, env: listen(context, name, await ports.take(name)) });
    }
  }
  const gatewayPort = options.port === 0 ? await ports.take('gateway') : options.port;
  const gateway: LocalRole = { name: 'gateway', kind: 'gateway', env: listen(context, 'gateway', gatewayPort) };
  context.gatewayUrl = urls.get('gateway') ?? '';
  for (const { service, kind, env } of roles) {
    // A role that does not use the bus gets no password for it.
    const usesBus = kind === 'indexer' || service === 'accounts';
    Object.assign(env, serviceEnv(context, service, gatewayPort), usesBus && busEnv(context, service));
  }
  Object.assign(gateway.env, gatewayEnv(context));
  return [...roles, gateway];
}

function listen({ urls }: StackContext, name: string, port: number): Environment {
  urls.set(name, `http://127.0.0.1:${port}`);
  return { PORT: String(port) };
}

function busEnv({ natsUrl, secrets }: StackContext, service: string): Environment {
  return { NATS_URL: natsUrl, NATS_PASSWORD: busPassword(secrets, service), NATS_SUBJECT_PREFIX: SUBJECT_PREFIX };
}

function gatewayEnv(context: StackContext): Environment {
  const { secrets, urls } = context;
  const portalUrl = urls.get('portal-api');
  const subgraphs = listServices().filter((service) => existsSync(inRepository('services', service, 'schema.graphql')));
  const subgraphUrls = subgraphs.map((service) => [
    `SUBGRAPH_${service.toUpperCase()}_URL`,
    urls.get(`${service}-api`) ?? '',
  ]);
  return {
    ...busEnv(context, 'gateway'),
    BLOCKS_URL: urls.get('blocks-api') ?? UNUSED_URL,
    ACCOUNTS_URL: urls.get('accounts-api') ?? UNUSED_URL,
    ...(portalUrl === undefined ? {} : { PORTAL_URL: portalUrl }),
    KEY_PEPPER: secrets.keyPepper,
    // The limit protects an installation from guests; here the users are its owner, tests and benchmarks.
    TEST_CALLS_PER_SECOND: process.env.TEST_CALLS_PER_SECOND ?? '100000',
    PLANNING_MS_PER_SECOND: process.env.PLANNING_MS_PER_SECOND ?? '100000',
    ...Object.fromEntries(subgraphUrls),
  };
}

function serviceEnv(context: StackContext, service: string, gatewayPort: number): Environment {
  if (service === 'webhooks') return webhooksEnv(context, gatewayPort);
  if (service === 'portal') return besideGatewayEnv(context, gatewayPort);
  const env: Environment = {
    DATABASE_URL: databaseUrl(context, service),
    BLOCKS_URL: context.urls.get('blocks-api') ?? UNUSED_URL,
    KEY_PEPPER: context.secrets.keyPepper,
  };
  if (service === 'accounts') return { ...env, ...accountsEnv(context, gatewayPort) };
  if (service !== 'blocks') return env;
  // Children inherit our environment with passwords of real nodes; those of recorded nodes are made here.
  const isRecorded = context.options.networksFile === undefined;
  const credentials = { RECORDED_NODE_USER: RECORDED_USER, RECORDED_NODE_PASSWORD: context.secrets.nodePassword };
  const indexerUrl = context.urls.get('blocks-indexer') ?? UNUSED_URL;
  return {
    ...env,
    NETWORKS_FILE: context.networksFile,
    BLOCKS_INDEXER_URL: indexerUrl,
    ...(isRecorded && credentials),
  };
}

function accountsEnv({ secrets, urls }: StackContext, gatewayPort: number): Environment {
  const webhooksUrl = urls.get('webhooks-api');
  return {
    // A name, because browsers make no passkeys for addresses. The server takes both.
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${gatewayPort}`,
    SESSION_SECRET: secrets.sessionSecret,
    ...(webhooksUrl === undefined ? {} : { WEBHOOKS_URL: webhooksUrl }),
  };
}

function webhooksEnv(context: StackContext, gatewayPort: number): Environment {
  return {
    ...besideGatewayEnv(context, gatewayPort),
    DATABASE_URL: databaseUrl(context, 'webhooks'),
    WEBHOOK_SECRET_KEY: context.secrets.webhookSecretKey,
    WEBHOOK_ALLOWED_NETWORKS: process.env.WEBHOOK_ALLOWED_NETWORKS ?? LOOPBACK,
  };
}

function besideGatewayEnv({ urls }: StackContext, gatewayPort: number): Environment {
  return {
    GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    ACCOUNTS_URL: urls.get('accounts-api') ?? UNUSED_URL,
  };
}
