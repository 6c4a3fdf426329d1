import { APIError } from 'better-auth/api';
import { AccountsError } from '#/accounts-error.ts';
import type { Database } from '#/db/connection.ts';
import { deleteTeam } from '#/teams/teams.ts';

type Deletion = { organization: { id: string }; user: { id: string; email: string } };

/** In one transaction with its keys: the library alone would remove the members and then fail on the keys. */
export function beforeDeletingTeam(db: Database, now: () => Date) {
  return async ({ organization, user }: Deletion, context?: { headers?: Headers | undefined }): Promise<void> => {
    const ipAddress = context?.headers?.get('x-forwarded-for') ?? null;
    const actor = { kind: 'user', id: user.id, name: user.email, ipAddress } as const;
    await deleteTeam({ db, now }, actor, organization.id).catch((error: unknown) => {
      if (!(error instanceof AccountsError)) throw error;
      throw new APIError('CONFLICT', { code: error.code, message: `${error.message}.` });
    });
  };
}
