import { type Command, Option } from 'commander';
import { addVariable, parseHeight, parseInstant, parseLimit } from '#/arguments.ts';
import type { Run, TeamContext } from '#/context.ts';
import { listen } from './listen.ts';
import type { TeamOptions } from './webhook-options.ts';
import * as webhooks from './webhooks.ts';

const ID = ['<id>', 'of the webhook, as the list shows it'] as const;

export function addWebhookCommands(program: Command, run: Run): void {
  const group = addManagement(program, run);
  const listening =
    'Forward events to a program on this machine until Ctrl-C; nothing is stored. --subscription needs a key alone, --event a session';
  addTeam(addSource(group.command('listen').description(listening)))
    .requiredOption('--forward-to <url>', 'such as http://localhost:3000/hook')
    .option('--secret <secret>', 'sign with this whsec_… (default: a new one, which is shown)')
    .action(run(listen));
}

/** The commands that operators have too. */
export function addManagement(program: Command, run: Run<TeamContext>): Command {
  const group = program.command('webhooks').description('Make, test, replay and forward webhooks');
  addTeam(group.command('list').description('List the webhooks of a team, oldest first')).action(
    run(webhooks.listWebhooks),
  );
  group
    .command('events')
    .description('List the event types, and what each asks for')
    .option('--json', 'print a JSON array')
    .action(run(webhooks.listEventTypes));
  addTeam(addSource(group.command('create').description('Make a webhook and show its secret, this once')))
    .requiredOption('--url <url>', 'where the events go')
    .option('--description <text>', 'what you will know it by', '')
    .option('--from-height <height>', 'begin with this block (default: the next one)', parseHeight)
    .option('--parallel', 'deliver several at a time: a failing one holds back nothing')
    .action(run(webhooks.createWebhook));
  addCommandsOnOne(group, run);
  return group;
}

function addCommandsOnOne(group: Command, run: Run<TeamContext>): void {
  const onOne = (name: string, description: string): Command =>
    addTeam(
      group
        .command(name)
        .description(description)
        .argument(...ID),
    );
  const setState = (state: 'active' | 'paused') =>
    run((context, id: string, options: TeamOptions) => webhooks.setState(context, id, state, options));
  onOne(
    'change',
    'Change where events go, how, and its variables. Its event type never changes: that is another webhook',
  )
    .option('--url <url>', 'where the events go, also those that wait')
    .option('--description <text>', 'what you will know it by')
    .addOption(
      new Option('--parallel', 'deliver several at a time: a failing one holds back nothing').conflicts('inOrder'),
    )
    .option('--in-order', 'deliver one after the other: a failing one holds back those behind it')
    .option('--variable <name=value>', 'a variable of its events, from now on; all others stay', addVariable)
    .action(run(webhooks.changeWebhook));
  onOne('test', 'Send an example event at once, and show the answer').action(run(webhooks.testWebhook));
  onOne('pause', 'Stop deliveries; no event is lost').action(setState('paused'));
  onOne('resume', 'Go on where it stopped, also after it was disabled').action(setState('active'));
  onOne('rotate', 'Make a new secret and show it, this once; the old one signs too for a day').action(
    run(webhooks.rotateWebhook),
  );
  onOne('delete', 'Delete a webhook and what waits for it').action(run(webhooks.deleteWebhook));
  onOne('deliveries', 'List the newest deliveries of a webhook')
    .option('--limit <number>', 'at most this many, 1 to 1000', parseLimit, 20)
    .action(run(webhooks.listDeliveries));
  onOne('replay', 'Send events again')
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
    .action(run(webhooks.replayWebhook));
}

function addTeam(command: Command): Command {
  return command
    .option('--team <team>', 'its slug or id (default: your only team, an operator’s own)')
    .option('--json', 'print JSON');
}

function addSource(command: Command): Command {
  return command
    .addOption(new Option('--live', 'events of mainnet').conflicts('test'))
    .addOption(new Option('--test', 'events of testnet (default)'))
    .addOption(new Option('--event <type>', 'an event type; `webhooks events` lists them').conflicts('subscription'))
    .option('--subscription <graphql>', 'a GraphQL subscription of your own')
    .option('--variable <name=value>', 'several times for several; a list with commas between its values', addVariable);
}
