import { type Command, Option } from 'commander';
import { addVariable, parseHeight, parseInstant, parseLimit } from '#/arguments.ts';
import type { Context, Run } from '#/context.ts';
import type { Output } from '#/output.ts';
import { listen } from './listen.ts';
import type { CreateOptions, ListenOptions, ReplayOptions, TeamOptions } from './webhook-options.ts';
import * as webhooks from './webhooks.ts';

const ID = ['<id>', 'of the webhook, as the list shows it'] as const;
/** Commands about one webhook that need nothing but its id. */
const ON_ONE: readonly [string, string, (context: Context, id: string, options: TeamOptions) => Promise<void>][] = [
  ['test', 'Send an example event at once, and show the answer', webhooks.testWebhook],
  [
    'pause',
    'Stop deliveries; no event is lost',
    (...[context, id, options]) => webhooks.changeWebhook(context, id, { state: 'paused' }, options),
  ],
  [
    'resume',
    'Go on where it stopped, also after it was disabled',
    (...[context, id, options]) => webhooks.changeWebhook(context, id, { state: 'active' }, options),
  ],
  ['rotate', 'Make a new secret and show it, this once; the old one signs too for a day', webhooks.rotateWebhook],
  ['delete', 'Delete a webhook and what waits for it', webhooks.deleteWebhook],
];

/** `ledgergraph webhooks …` */
export function addWebhookCommands(program: Command, run: Run): void {
  const group = program.command('webhooks').description('Make, test, replay and forward webhooks');
  addTeam(group.command('list').description('List the webhooks of a team, oldest first')).action(
    (options: TeamOptions) => run((context) => webhooks.listWebhooks(context, options)),
  );
  group
    .command('events')
    .description('List the event types, and what each asks for')
    .option('--json', 'print a JSON array')
    .action((options: Output) => run((context) => webhooks.listEventTypes(context, options)));
  addTeam(addSource(group.command('create').description('Make a webhook and show its secret, this once')))
    .requiredOption('--url <url>', 'where the events go')
    .option('--description <text>', 'what you will know it by', '')
    .option('--from-height <height>', 'begin with this block (default: the next one)', parseHeight)
    .option('--parallel', 'deliver several at a time: a failing one holds back nothing')
    .action((options: CreateOptions) => run((context) => webhooks.createWebhook(context, options)));
  for (const [name, description, act] of ON_ONE)
    addTeam(
      group
        .command(name)
        .description(description)
        .argument(...ID),
    ).action((id: string, options: TeamOptions) => run((context) => act(context, id, options)));
  addDeliveries(group, run);
  addListen(group, run);
}

function addDeliveries(group: Command, run: Run): void {
  addTeam(
    group
      .command('deliveries')
      .description('List the newest deliveries of a webhook')
      .argument(...ID),
  )
    .option('--limit <number>', 'at most so many, 1 to 1000', parseLimit, 20)
    .action((id: string, options: TeamOptions & { limit: number }) =>
      run((context) => webhooks.listDeliveries(context, id, options)),
    );
  addTeam(
    group
      .command('replay')
      .description('Send events again')
      .argument(...ID),
  )
    .addOption(
      new Option('--from-height <height>', 'all from this block on')
        .argParser(parseHeight)
        .conflicts(['fromTime', 'delivery']),
    )
    .addOption(
      new Option('--from-time <instant>', 'all from this time on: RFC 3339')
        .argParser(parseInstant)
        .conflicts('delivery'),
    )
    .option('--delivery <delivery>', 'this one alone: its id')
    .action((id: string, options: ReplayOptions) => run((context) => webhooks.replayWebhook(context, id, options)));
}

function addListen(group: Command, run: Run): void {
  const description =
    'Forward events to a program on this machine until Ctrl-C; nothing is stored. --subscription needs a key alone, --event a session';
  addTeam(addSource(group.command('listen').description(description)))
    .requiredOption('--forward-to <url>', 'such as http://localhost:3000/hook')
    .option('--secret <secret>', 'sign with this whsec_… (default: a new one, which is shown)')
    .action((options: ListenOptions) => run((context) => listen(context, options)));
}

function addTeam(command: Command): Command {
  return command.option('--team <team>', 'its slug or id (default: your only team)').option('--json', 'print JSON');
}

function addSource(command: Command): Command {
  return command
    .addOption(new Option('--live', 'events of mainnet').conflicts('test'))
    .addOption(new Option('--test', 'events of testnet (default)'))
    .addOption(new Option('--event <type>', 'an event type; `webhooks events` lists them').conflicts('subscription'))
    .option('--subscription <graphql>', 'a GraphQL subscription of your own')
    .option('--variable <name=value>', 'several times for several; a list with commas between its values', addVariable);
}
