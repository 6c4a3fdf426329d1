import type { CreatedToken, OperatorToken } from '@ledgergraph/dashboard-api/operator-contract';
import { type Output, print, remark, showList, showOne, toMinutes } from '@ledgergraph/dashboard-api/output';
import type { Command } from 'commander';
import { parseExpiry } from '#/arguments.ts';
import type { TeamContext } from '#/context.ts';
import type { AdminRun } from './admin-context.ts';

export function addTokenCommands(program: Command, run: AdminRun): void {
  const tokens = program
    .command('tokens')
    .description('Tokens by which operators work over HTTP, without the database');
  tokens
    .command('create')
    .description('Make a token and show it, this once')
    .argument('<name>', 'the operator, as the record will name them')
    .option('--expires <date>', 'when it stops working: a date (UTC) or an RFC 3339 instant', parseExpiry)
    .option('--json', 'print a JSON object; the token is its member "value"')
    .action(run(createToken));
  tokens
    .command('list')
    .description('List the tokens, oldest first')
    .option('--json', 'print a JSON array')
    .action(run(listTokens));
  tokens
    .command('revoke')
    .description('Make a token stop working, for good')
    .argument('<id>', 'of the token, as the list shows it')
    .option('--json', 'print a JSON object')
    .action(run(revokeToken));
}

async function createToken({ ask }: TeamContext, name: string, options: Output & { expires?: string }): Promise<void> {
  const body = { name, expiresAt: options.expires ?? null };
  const created = await ask<CreatedToken>('/operator/tokens', { method: 'POST', body });
  if (!options.json)
    remark(`The token of ${created.token.name}, which is not shown again (LEDGERGRAPH_OPERATOR_TOKEN):`);
  print(options.json ? JSON.stringify(created, null, 2) : created.value);
}

async function listTokens({ ask }: TeamContext, { json }: Output): Promise<void> {
  const { tokens } = await ask<{ tokens: OperatorToken[] }>('/operator/tokens');
  const table = {
    headings: ['ID', 'NAME', 'CREATED', 'EXPIRES'],
    cells: ({ id, name, createdAt, expiresAt }: OperatorToken) => [
      id,
      name,
      toMinutes(createdAt),
      toMinutes(expiresAt),
    ],
    empty: 'There are no tokens.',
  };
  showList(tokens, table, json);
}

async function revokeToken({ ask }: TeamContext, id: string, { json }: Output): Promise<void> {
  const path = `/operator/tokens/${encodeURIComponent(id)}`;
  const token = await ask<OperatorToken>(path, { method: 'DELETE', body: {} });
  showOne(token, [`Revoked the token of ${token.name}.`], json);
}
