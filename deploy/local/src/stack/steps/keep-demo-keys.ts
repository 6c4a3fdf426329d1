import { execa } from 'execa';
import { inRepository } from '#/repository.ts';
import { readKeptJson, writePrivate } from '#/stack/kept-json.ts';
import { busPassword } from '#/stack/secrets.ts';
import { type DemoKeys, databaseUrl, type StackContext } from '#/stack/stack-context.ts';
import { SUBJECT_PREFIX } from './list-roles.ts';

const UNAUTHORIZED = 401;

/** `npx ledgergraph-admin keys` needs it to find this stack. */
export async function writeAccountsEnv(context: StackContext): Promise<void> {
  const lines = Object.entries(accountsEnv(context)).map(([name, value]) => `${name}=${value}`);
  await writePrivate(context.folder.accountsEnv, `${lines.join('\n')}\n`);
}

/** The test key may send transactions. Working keys of an earlier start are kept. */
export async function keepDemoKeys(context: StackContext): Promise<string> {
  const kept = ((await readKeptJson(context.folder.keys)) ?? {}) as Partial<DemoKeys>;
  const live = await keepKey(context, 'live', kept.live);
  const test = await keepKey(context, 'test', kept.test);
  context.keys = { live, test };
  if (live === kept.live && test === kept.test) return 'kept';
  await writePrivate(context.folder.keys, `${JSON.stringify(context.keys, null, 2)}\n`);
  return 'made';
}

async function keepKey(context: StackContext, environment: 'live' | 'test', kept: string | undefined): Promise<string> {
  if (kept !== undefined && (await isAccepted(context, kept))) return kept;
  const named = [`--${environment}`, '--name', `local ${environment}`, '--plan', 'unlimited'];
  const stdout = await runKeys(context, 'create', ...named, ...(environment === 'test' ? ['--may-send'] : []));
  return (JSON.parse(stdout) as { value: string }).value;
}

async function runKeys(context: StackContext, ...args: string[]): Promise<string> {
  const program = inRepository('deploy', 'program', 'src', 'admin.ts');
  const options = { env: accountsEnv(context), stdin: 'ignore' } as const;
  return (await execa(process.execPath, [program, 'keys', ...args, '--json'], options)).stdout;
}

async function isAccepted(context: StackContext, key: string): Promise<boolean> {
  const response = await fetch(`${context.gatewayUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: '{ __typename }' }),
  });
  await response.arrayBuffer();
  return response.status !== UNAUTHORIZED;
}

function accountsEnv(context: StackContext): Record<string, string> {
  const webhooksUrl = context.urls.get('webhooks-api');
  return {
    ...(webhooksUrl !== undefined && { WEBHOOKS_URL: webhooksUrl, INTERNAL_SECRET: context.secrets.internalSecret }),
    DATABASE_URL: databaseUrl(context, 'accounts'),
    KEY_PEPPER: context.secrets.keyPepper,
    NATS_URL: context.natsUrl,
    NATS_PASSWORD: busPassword(context.secrets, 'accounts'),
    NATS_SUBJECT_PREFIX: SUBJECT_PREFIX,
  };
}
