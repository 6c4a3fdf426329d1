import type { CommandContext } from '#/cli/command-context.ts';
import { print, remark, showOne } from '#/cli/output.ts';
import type { CreatedKey } from '#/keys/create-key.ts';
import { describeKey } from './describe-key.ts';

/**
 * The one time a full key is shown. It is the only line on stdout, or the member `key` of the JSON.
 * @param remarks what else there is to know, for people
 * @param also what else there is to know, for programs
 */
export function showNewKey(
  { now }: Pick<CommandContext, 'now'>,
  { value, stored }: CreatedKey,
  { remarks, also, json = false }: { remarks?: string[]; also?: object; json?: boolean | undefined },
): void {
  const { maskedKey: _masked, ...described } = describeKey(stored, now());
  if (json) {
    showOne({ key: value, ...described, ...also }, [], true);
    return;
  }
  print(value);
  const sees = stored.environment === 'live' ? 'Live key: sees mainnet networks' : 'Test key: sees testnet networks';
  const from = stored.allowedNetworks.length === 0 ? '' : `; only from ${stored.allowedNetworks.join(', ')}`;
  const pages = stored.allowedOrigins.length === 0 ? '' : `; in browsers only on ${stored.allowedOrigins.join(', ')}`;
  const sends = stored.maySend ? '; may send transactions' : '';
  const expiry = stored.expiresAt === null ? 'does not expire' : `expires at ${stored.expiresAt.toISOString()}`;
  remark(
    `${sees}; of the team ${stored.team.slug}, plan ${stored.team.planId}; ${expiry}${from}${pages}${sends}.`,
    `Keep it now: it is not stored and cannot be shown again. Its id, to revoke it: ${stored.id}`,
    ...(remarks ?? []),
  );
}
