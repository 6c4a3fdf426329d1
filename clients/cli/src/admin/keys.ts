import type {
  CreatedOperatorKey,
  NewOperatorKey,
  OperatorKey,
  OperatorKeyPage,
} from '@ledgergraph/dashboard-api/operator-contract';
import { type Output, showList, toMinutes } from '@ledgergraph/dashboard-api/output';
import { readPages } from '@ledgergraph/dashboard-api/request';
import { type Command, Option } from 'commander';
import type { TeamContext } from '#/context.ts';
import { addActions, addKeyOptions, requireEnvironment } from '#/keys/key-commands.ts';
import { type CreateOptions as CommonOptions, createKey as createForTeam, showNew } from '#/keys/keys.ts';
import type { AdminRun } from './admin-context.ts';

const OPERATOR_EMAIL = 'operator@localhost';

type CreateOptions = CommonOptions & { user?: string; plan?: string };

export function addKeyCommands(program: Command, run: AdminRun): Command {
  const keys = program.command('keys').description('Make, list, change, rotate and revoke API keys');
  addKeyOptions(keys.command('create').description('Make a key and show it, this once'))
    .option(
      '--user <email>',
      `for the team this user has owned longest; both are made if not known (default: ${OPERATOR_EMAIL})`,
    )
    .addOption(new Option('--team <team>', 'for this team (its slug or id)').conflicts(['user', 'plan']))
    .option('--plan <plan>', 'plan of a team that is made here (default: free)')
    .option('--json', 'print JSON; the full key is its member "value"')
    .action((options: CreateOptions, command: Command) => {
      requireEnvironment(options, command);
      return run(createKey)(options);
    });
  keys
    .command('list')
    .description('List all keys, oldest first')
    .option('--team <team>', 'only those of this team (its slug or id)')
    .option('--json', 'print a JSON array')
    .action(run(listKeys));
  addActions(keys, run, (command) => command.option('--json', 'print JSON; a full key is its member "value"'));
  return keys;
}

async function createKey(context: TeamContext, options: CreateOptions): Promise<void> {
  if (options.team !== undefined) return createForTeam(context, options);
  const environment = options.live ? 'live' : 'test';
  const body: NewOperatorKey = {
    user: options.user ?? OPERATOR_EMAIL,
    plan: options.plan,
    environment,
    name: options.name ?? `${environment} key`,
    expiresAt: options.expires ?? null,
    allowedNetworks: options.allow ?? [],
    allowedOrigins: options.origin ?? [],
    maySend: options.maySend === true,
  };
  showNew(await context.ask<CreatedOperatorKey>('/operator/keys', { method: 'POST', body }), options);
}

async function listKeys({ ask }: TeamContext, { team, json }: Output & { team?: string }): Promise<void> {
  const pages = await readPages<OperatorKeyPage>(ask, '/operator/keys', team === undefined ? {} : { team });
  const keys = pages.flatMap((page) => page.keys).reverse();
  showList(keys, TABLE, json);
}

const TABLE = {
  headings: [
    'ID',
    'KEY',
    'STATE',
    'NAME',
    'TEAM',
    'PLAN',
    'CREATED',
    'LAST USED',
    'EXPIRES',
    'MAY SEND',
    'ONLY FROM',
    'ORIGINS',
  ],
  cells: (key: OperatorKey) => [
    key.id,
    key.masked,
    key.replacedById !== null && key.state === 'active' ? 'rotated' : key.state,
    key.name,
    key.team.slug,
    key.plan,
    toMinutes(key.createdAt),
    toMinutes(key.lastUsedAt),
    toMinutes(key.expiresAt),
    key.maySend ? 'yes' : '-',
    key.allowedNetworks.join(' ') || '-',
    key.allowedOrigins.join(' ') || '-',
  ],
  empty: 'No keys yet. Make one: ledgergraph-admin keys create --test',
};
