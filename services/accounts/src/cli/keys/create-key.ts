import type { CommandContext } from '#/cli/command-context.ts';
import type { Output } from '#/cli/output.ts';
import { createKey } from '#/keys/create-key.ts';
import { createKeyForUser } from '#/keys/create-key-for-user.ts';
import { getTeam } from '#/teams/get-team.ts';
import { showNewKey } from './show-new-key.ts';

export const OPERATOR_EMAIL = 'operator@localhost';

export type CreateOptions = Output & {
  live?: true;
  test?: true;
  name?: string;
  user?: string;
  team?: string;
  plan?: string;
  expires?: Date;
  allow?: string[];
  origin?: string[];
  maySend?: true;
};

/** `keys create`: for a team that is named, else for the personal team of a user. */
export async function createKeyCommand(context: CommandContext, options: CreateOptions): Promise<void> {
  const environment = options.live ? 'live' : 'test';
  const { name = `${environment} key`, expires: expiresAt, maySend } = options;
  const lists = { allowedNetworks: options.allow, allowedOrigins: options.origin };
  const request = { environment, name, expiresAt, ...lists, maySend } as const;
  const created =
    options.team === undefined
      ? await createKeyForUser(context, context.operator, {
          ...request,
          email: options.user ?? OPERATOR_EMAIL,
          planId: options.plan,
        })
      : await createKey(context, context.operator, (await getTeam(context.db, options.team)).id, request);
  showNewKey(context, created, { json: options.json });
}
