import { type Command, InvalidArgumentError, Option } from 'commander';
import { AccountsError } from '#/accounts-error.ts';
import { parseExpiry, parseExpiryOrNever } from '#/cli/arguments/parse-expiry.ts';
import { parseGrace } from '#/cli/arguments/parse-number.ts';
import { parseEmail, parseName } from '#/cli/arguments/parse-text.ts';
import type { Run } from '#/cli/command-context.ts';
import type { Output } from '#/cli/output.ts';
import { parseNetworks } from '#/keys/parse-networks.ts';
import { parseOrigins } from '#/keys/parse-origins.ts';
import { changeKeyCommand, permitSendingCommand, revokeKeyCommand, rotateKeyCommand } from './change-keys.ts';
import { checkKeysCommand } from './check-keys.ts';
import { type CreateOptions, createKeyCommand, OPERATOR_EMAIL } from './create-key.ts';
import { listKeys } from './list-keys.ts';

const KEY = ['<key>', 'its id, its last four characters, or the complete key'] as const;

/** `ledgergraph-admin keys …` */
export function addKeyCommands(program: Command, run: Run): void {
  const keys = program.command('keys').description('Make, list, change, rotate and revoke API keys');
  addCreate(keys, run);
  keys
    .command('list')
    .description('List all keys, oldest first')
    .option('--team <team>', 'only those of this team (its slug or id)')
    .option('--json', 'print a JSON array')
    .action(run(listKeys));
  addChange(keys, run);
  addSending(keys, run);
  keys
    .command('rotate')
    .description(
      'Put a new key in the place of one, with the same name, team, expiry, allow-list and permission to send, and show it, this once',
    )
    .argument(...KEY)
    .option(
      '--grace <time>',
      'how long the old one works on, such as 90s, 30m, 24h, 7d; 0: not at all',
      parseGrace,
      86_400,
    )
    .option('--json', 'print a JSON object; the full key is its member "key"')
    .action(run(rotateKeyCommand));
  keys
    .command('revoke')
    .description('Make a key stop working, for good')
    .argument(...KEY)
    .option('--json', 'print a JSON object')
    .action(run(revokeKeyCommand));
  keys
    .command('check')
    .description(
      'List the keys of ours that a text holds, by form and checksum only; needs no database, and exits with 1 where there is none',
    )
    .argument('[text]', 'default: stdin, so that no key gets into the history of the shell')
    .option('--brand <brand>', 'first part of our keys (default: KEY_BRAND, else lg)')
    .option('--json', 'print a JSON array')
    .action(checkKeysCommand);
}

function addCreate(keys: Command, run: Run): void {
  keys
    .command('create')
    .description('Make a key and show it, this once')
    .addOption(new Option('--live', 'a key for mainnet networks').conflicts('test'))
    .addOption(new Option('--test', 'a key for testnet networks'))
    .option('--name <name>', 'what you will know it by (default: "live key" or "test key")', parseName)
    .option(
      '--user <email>',
      `for the team this user has owned longest; both are made if not known (default: ${OPERATOR_EMAIL})`,
      parseEmail,
    )
    .addOption(new Option('--team <team>', 'for this team (its slug or id)').conflicts(['user', 'plan']))
    .option('--plan <plan>', 'plan of a team that is made here (default: free)')
    .option(
      '--expires <date>',
      'when it stops working: a date (UTC) or an RFC 3339 instant (default: never)',
      parseExpiry,
    )
    .addOption(allowOption())
    .addOption(originOption())
    .option('--may-send', 'it may send signed transactions; no key can sign (default: it only reads)')
    .option('--json', 'print a JSON object; the full key is its member "key"')
    .action((options: CreateOptions, command: Command) => {
      if (options.live === undefined && options.test === undefined) command.error('error: give --live or --test');
      return run(createKeyCommand)(options);
    });
}

type ChangeOptions = Output & {
  name?: string;
  expires?: Date | 'never';
  allow?: string[];
  allowAny?: true;
  origin?: string[];
  anyOrigin?: true;
};

function addChange(keys: Command, run: Run): void {
  keys
    .command('change')
    .description('Change what a key is called, when it expires, or where it may be used from')
    .argument(...KEY)
    .option('--name <name>', 'what you will know it by', parseName)
    .option('--expires <date>', 'a date (UTC), an RFC 3339 instant, or never', parseExpiryOrNever)
    .addOption(allowOption().conflicts('allowAny'))
    .option('--allow-any', 'it may be used from anywhere')
    .addOption(originOption().conflicts('anyOrigin'))
    .option('--any-origin', 'it may be used from every web page that the gateway allows')
    .option('--json', 'print a JSON object')
    .action((key: string, options: ChangeOptions, command: Command) => {
      const { name } = options;
      const expiresAt = options.expires === 'never' ? null : options.expires;
      const allowedNetworks = options.allowAny ? [] : options.allow;
      const allowedOrigins = options.anyOrigin ? [] : options.origin;
      const change = { name, expiresAt, allowedNetworks, allowedOrigins };
      if (Object.values(change).every((value) => value === undefined))
        command.error('error: name what to change: --name, --expires, --allow, --allow-any, --origin or --any-origin');
      return run(changeKeyCommand)(key, change, options);
    });
}

function addSending(keys: Command, run: Run): void {
  for (const [name, maySend, description] of [
    ['allow-sending', true, 'Let a key send signed transactions to the node; no key can sign'],
    ['forbid-sending', false, 'Take a key’s permission to send transactions'],
  ] as const)
    keys
      .command(name)
      .description(description)
      .argument(...KEY)
      .option('--json', 'print a JSON object')
      .action(run((context, key: string, options: Output) => permitSendingCommand(context, key, maySend, options)));
}

function allowOption(): Option {
  return new Option(
    '--allow <network>',
    'it may be used from this address or network (CIDR) only; may be given several times (default: from anywhere)',
  ).argParser((text: string, before: string[] | undefined) => addParsed(text, before, parseNetworks));
}

function originOption(): Option {
  return new Option(
    '--origin <origin>',
    'web pages of this origin only may use it, such as https://app.example.com; may be given several times (default: every page that the gateway allows)',
  ).argParser((text: string, before: string[] | undefined) => addParsed(text, before, parseOrigins));
}

function addParsed(
  text: string,
  before: string[] | undefined,
  parse: (texts: readonly string[]) => string[],
): string[] {
  try {
    return [...(before ?? []), ...parse([text])];
  } catch (error) {
    if (error instanceof AccountsError) throw new InvalidArgumentError(`${error.message}.`);
    throw error;
  }
}
