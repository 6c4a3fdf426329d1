import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseListLength } from '#/cli/arguments/parse-number.ts';
import type { Run } from '#/cli/command-context.ts';
import * as webhooks from './webhooks.ts';

const ID = ['<id>', 'of the webhook, as the list shows it'] as const;

/** `ledgergraph-admin webhooks …` */
export function addWebhookCommands(program: Command, run: Run): void {
  const group = program
    .command('webhooks')
    .description('Make, list, pause and delete the webhooks of any team; its members do the rest');
  addTeam(group.command('list').description('List the webhooks of a team, oldest first'), 'print a JSON array').action(
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
  const onOne = (name: string, description: string): Command =>
    group
      .command(name)
      .description(description)
      .argument(...ID);
  addTeam(onOne('deliveries', 'List the newest deliveries of a webhook'), 'print a JSON array')
    .option('--limit <number>', 'at most so many, 1 to 100', parseListLength, 20)
    .action(run(webhooks.listDeliveries));
  for (const [name, state, description] of [
    ['pause', 'paused', 'Stop deliveries; no event is lost'],
    ['resume', 'active', 'Go on where it stopped, also after it was disabled'],
  ] as const)
    addTeam(onOne(name, description)).action(
      run((context, id: string, options: webhooks.TeamOptions) =>
        webhooks.changeWebhook(context, id, { state }, options),
      ),
    );
  addTeam(onOne('delete', 'Delete a webhook and what waits for it')).action(run(webhooks.deleteWebhook));
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

function parseHeight(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Wanted: the height of a block.');
  return Number(text);
}
