import { type Command, Option } from 'commander';
import { addText, parseExpiry, parseExpiryOrNever, parsePeriod } from '#/arguments.ts';
import type { Run, TeamContext } from '#/context.ts';
import { actOnKey, type CreateOptions, changeKey, createKey, listKeys, rotateKey, type TeamOptions } from './keys.ts';

const KEY = ['<key>', 'its id, its last four characters, or (operators) the complete key'] as const;
const ACTIONS = [
  ['revoke', 'Make a key stop working, for good'],
  ['allow-sending', 'Let a key send signed transactions to the node; no key can sign'],
  ['forbid-sending', 'Take a key’s permission to send transactions'],
] as const;

export function addKeyCommands(program: Command, run: Run): void {
  const keys = program.command('keys').description('Make, list, change, rotate and revoke the API keys of your team');
  addTeam(keys.command('list').description('List the keys of a team, newest first')).action(run(listKeys));
  addCreate(keys, run);
  addActions(keys, run, addTeam);
}

/** The same for customers and operators. */
export function addActions(keys: Command, run: Run<TeamContext>, addTeam: (command: Command) => Command): void {
  addChange(keys, run, addTeam);
  addTeam(
    keys
      .command('rotate')
      .description('Put a new key in the place of one, with the same settings, and show it, this once')
      .argument(...KEY)
      .option(
        '--grace <time>',
        'how long the old one works on, such as 30m, 24h, 7d; 0: not at all',
        parsePeriod,
        86_400,
      ),
  ).action(run(rotateKey));
  for (const [name, description] of ACTIONS)
    addTeam(
      keys
        .command(name)
        .description(description)
        .argument(...KEY),
    ).action(run((context, key: string, options: TeamOptions) => actOnKey(context, key, name, options)));
}

function addCreate(keys: Command, run: Run): void {
  addKeyOptions(addTeam(keys.command('create').description('Make a key and show it, this once')))
    .option('--manages-team', 'programs may manage webhooks and keys with it, in the place of a login')
    .action((options: CreateOptions, command: Command) => {
      requireEnvironment(options, command);
      return run(createKey)(options);
    });
}

/** Throws commander's CommanderError. */
export function requireEnvironment(options: { live?: true; test?: true }, command: Command): void {
  if (options.live === undefined && options.test === undefined) command.error('error: give --live or --test');
}

export function addKeyOptions(command: Command): Command {
  return command
    .addOption(new Option('--live', 'a key for mainnet networks').conflicts('test'))
    .addOption(new Option('--test', 'a key for testnet networks'))
    .option('--name <name>', 'what you will know it by (default: "live key" or "test key")')
    .option(
      '--expires <date>',
      'when it stops working: a date (UTC) or an RFC 3339 instant (default: never)',
      parseExpiry,
    )
    .addOption(allowOption())
    .addOption(originOption())
    .option('--may-send', 'it may send signed transactions; no key can sign (default: it only reads)');
}

function addChange(keys: Command, run: Run<TeamContext>, addTeam: (command: Command) => Command): void {
  addTeam(
    keys
      .command('change')
      .description('Change what a key is called, when it expires, or where it may be used from')
      .argument(...KEY),
  )
    .option('--name <name>', 'what you will know it by')
    .option('--expires <date>', 'a date (UTC), an RFC 3339 instant, or never', parseExpiryOrNever)
    .addOption(allowOption().conflicts('allowAny'))
    .option('--allow-any', 'it may be used from anywhere')
    .addOption(originOption().conflicts('anyOrigin'))
    .option('--any-origin', 'it may be used from every web page that the gateway allows')
    .action(run(changeKey));
}

function allowOption(): Option {
  return new Option(
    '--allow <network>',
    'it may be used from this address or network (CIDR) only; several times for several (default: from anywhere)',
  ).argParser(addText);
}

function originOption(): Option {
  return new Option(
    '--origin <origin>',
    'only web pages of this origin may use it, such as https://app.example.com; several times for several',
  ).argParser(addText);
}

function addTeam(command: Command): Command {
  return command
    .option('--team <team>', 'its slug or id (default: your only team)')
    .option('--json', 'print JSON; a full key is its member "value"');
}
