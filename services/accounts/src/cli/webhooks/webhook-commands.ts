import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseListLength } from '#/cli/arguments/parse-number.ts';
import type { Output, Run } from '#/cli/run.ts';
import { changeWebhook, deleteWebhook, replayWebhook, rotateWebhook, testWebhook } from './change-webhooks.ts';
import { createWebhook } from './create-webhook.ts';
import { listDeliveries, listEventTypes, listWebhooks } from './list-webhooks.ts';
import { listen } from './listen.ts';
import type { CreateOptions, ListenOptions, ReplayOptions, TeamOptions } from './webhook-options.ts';

const ID = ['<id>', 'of the webhook, as the list shows it'] as const;

/** `ledgergraph webhooks …` */
export function addWebhookCommands(program: Command, run: Run): void {
  const webhooks = program.command('webhooks').description('Make, test, replay and forward webhooks');
  addTeam(
    webhooks.command('list').description('List the webhooks of a team, oldest first'),
    'print a JSON array',
  ).action((options: TeamOptions) => run((context) => listWebhooks(context, options)));
  webhooks
    .command('events')
    .description('List the event types, and what each asks for')
    .option('--json', 'print a JSON array')
    .action((options: Output) => run((context) => listEventTypes(context, options)));
  addTeam(addSource(webhooks.command('create').description('Make a webhook and show its secret, this once')))
    .requiredOption('--url <url>', 'where the events go')
    .option('--description <text>', 'what you will know it by', '')
    .option('--from-height <height>', 'begin with this block (default: the next one)', parseHeight)
    .option('--parallel', 'deliver several at a time: a failing one holds back nothing')
    .action((options: CreateOptions) => run((context) => createWebhook(context, options)));
  addTeam(
    webhooks
      .command('test')
      .description('Send an example event at once, and show the answer')
      .argument(...ID),
  ).action((id: string, options: TeamOptions) => run((context) => testWebhook(context, id, options)));
  addReplay(webhooks, run);
  addTeam(
    addSource(
      webhooks
        .command('listen')
        .description('Forward events to a program on this machine until Ctrl-C; nothing is stored'),
    ),
  )
    .requiredOption('--forward-to <url>', 'such as http://localhost:3000/hook')
    .option('--secret <secret>', 'sign with this whsec_… (default: a new one, which is shown)')
    .action((options: ListenOptions) => run((context) => listen(context, options)));
  addChanges(webhooks, run);
}

function addChanges(webhooks: Command, run: Run): void {
  addTeam(
    webhooks
      .command('deliveries')
      .description('List the newest deliveries of a webhook')
      .argument(...ID),
    'print a JSON array',
  )
    .option('--limit <number>', 'at most so many, 1 to 100', parseListLength, 20)
    .action((id: string, options: TeamOptions & { limit: number }) =>
      run((context) => listDeliveries(context, id, options)),
    );
  for (const [name, state, does] of [
    ['pause', 'paused', 'Stop deliveries; no event is lost'],
    ['resume', 'active', 'Go on where it stopped, also after it was disabled'],
  ] as const) {
    addTeam(
      webhooks
        .command(name)
        .description(does)
        .argument(...ID),
    ).action((id: string, options: TeamOptions) => run((context) => changeWebhook(context, id, { state }, options)));
  }
  addTeam(
    webhooks
      .command('rotate')
      .description('Make a new secret and show it, this once; the old one signs too for a day')
      .argument(...ID),
  ).action((id: string, options: TeamOptions) => run((context) => rotateWebhook(context, id, options)));
  addTeam(
    webhooks
      .command('delete')
      .description('Delete a webhook and what waits for it')
      .argument(...ID),
  ).action((id: string, options: TeamOptions) => run((context) => deleteWebhook(context, id, options)));
}

function addReplay(webhooks: Command, run: Run): void {
  addTeam(
    webhooks
      .command('replay')
      .description('Send events again, with the ids that they had')
      .argument(...ID),
  )
    .addOption(
      new Option('--from-height <height>', 'all from this block on')
        .argParser(parseHeight)
        .conflicts(['fromTime', 'delivery']),
    )
    .addOption(
      new Option('--from-time <instant>', 'all from this time on: RFC 3339')
        .argParser(parseSeconds)
        .conflicts('delivery'),
    )
    .option('--delivery <delivery>', 'this one alone: its id')
    .action((id: string, options: ReplayOptions, command: Command) => {
      const { fromHeight, fromTime, delivery } = options;
      if (fromHeight === undefined && fromTime === undefined && delivery === undefined)
        command.error('error: say --from-height, --from-time or --delivery');
      return run((context) => replayWebhook(context, id, options));
    });
}

function addTeam(command: Command, json = 'print a JSON object'): Command {
  return command
    .option('--team <team>', "of this team: its slug or id (default: the operator's own)")
    .option('--json', json);
}

function addSource(command: Command): Command {
  return command
    .addOption(new Option('--live', 'events of mainnet').conflicts('test'))
    .addOption(new Option('--test', 'events of testnet (default)'))
    .addOption(new Option('--event <type>', 'an event type; `webhooks events` lists them').conflicts('subscription'))
    .option('--subscription <graphql>', 'a GraphQL subscription of your own')
    .option('--variable <name=value>', 'several times for several; a list with commas between its values', addVariable);
}

function addVariable(text: string, before: Record<string, string> | undefined): Record<string, string> {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Wanted: name=value.');
  return { ...before, [name]: value };
}

function parseHeight(text: string): bigint {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Wanted: the height of a block.');
  return BigInt(text);
}

function parseSeconds(text: string): bigint {
  const milliseconds = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw new InvalidArgumentError('Wanted: an instant such as 2026-11-24T00:00:00Z.');
  return BigInt(Math.floor(milliseconds / 1_000));
}
