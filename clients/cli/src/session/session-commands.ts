import { ApiError } from '@ledgergraph/dashboard-api/api-error';
import type { Me } from '@ledgergraph/dashboard-api/contract';
import { CommandError, print } from '@ledgergraph/dashboard-api/output';
import { AUTH_PATH } from '@ledgergraph/dashboard-api/page-path';
import { reach, refusal } from '@ledgergraph/dashboard-api/request';
import type { Command } from 'commander';
import type { Context, Run } from '#/context.ts';
import { readLineOf } from './read-password.ts';

const PATIENCE_MS = 20_000;
const COOKIE_CHARACTERS_MAX = 4_096;

export function addSessionCommands(program: Command, run: Run): void {
  program
    .command('login')
    .description(
      'Sign in with e-mail address and password, for seven days from the last use; the password is read from stdin',
    )
    .argument('<email>', 'of your account')
    .action(run(login));
  program.command('logout').description('End the session on this machine').action(run(logout));
  program.command('whoami').description('Show who is signed in, and their teams').action(run(whoAmI));
}

async function login({ site, sessions }: Context, email: string): Promise<void> {
  const password = await readLineOf('Password: ', { isSecret: true });
  if (password === '') throw new CommandError('There is no password on stdin.');
  const response = await postAuth(site.origin, '/sign-in/email', { email, password });
  if (response.status === 401) throw new CommandError('This e-mail address and password do not belong together.');
  if (!response.ok) throw await refusal(response);
  await response.body?.cancel();
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ');
  if (cookie === '' || cookie.length > COOKIE_CHARACTERS_MAX)
    throw new CommandError(`${site.origin} has opened no session. Is it the address of a Ledgergraph?`);
  await sessions.store(site.origin, { email, cookie });
  print(`Signed in at ${site.origin} as ${email}.`);
}

async function logout({ site, sessions }: Context): Promise<void> {
  const session = await sessions.find(site.origin);
  if (session === undefined) throw new CommandError(`You are not signed in at ${site.origin}.`);
  // The server must end the session too, because a copy of the file would still work.
  const response = await postAuth(site.origin, '/sign-out', {}, session.cookie);
  if (!response.ok && response.status !== 401) throw await refusal(response);
  await response.body?.cancel();
  await sessions.store(site.origin, undefined);
  print(`Signed out at ${site.origin}.`);
}

async function whoAmI({ ask, site }: Context): Promise<void> {
  const { user, teams } = await ask<Me>('/me');
  print(`${user.name} (${user.email}) at ${site.origin}`);
  for (const { name, slug, role, plan } of teams) print(`${slug}  ${name}: ${role}, plan ${plan}`);
}

/** @throws ApiError UNREACHABLE */
function postAuth(origin: string, path: string, body: object, cookie?: string): Promise<Response> {
  return reach(`${origin}${AUTH_PATH}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

export function explainSession(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'SIGNED_OUT') return error;
  return new CommandError('You are not signed in. Run: ledgergraph login <email>');
}
