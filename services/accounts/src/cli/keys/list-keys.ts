import type { CommandContext } from '#/cli/command-context.ts';
import { type Output, showList, type Table, toMinutes } from '#/cli/output.ts';
import { listApiKeys, listTeamApiKeys } from '#/db/api-keys.ts';
import { getTeam } from '#/teams/get-team.ts';
import { type DescribedKey, describeKey } from './describe-key.ts';

const table: Table<DescribedKey> = {
  headings: [
    'ID',
    'KEY',
    'STATE',
    'NAME',
    'TEAM',
    'PLAN',
    'CREATED',
    'LAST USED',
    'EXPIRES',
    'MAY SEND',
    'ONLY FROM',
    'ORIGINS',
  ],
  cells: (key) => [
    key.id,
    key.maskedKey,
    key.replacedById !== null && key.state === 'active' ? 'rotated' : key.state,
    key.name,
    key.team.slug,
    key.plan,
    ...[key.createdAt, key.lastUsedAt, key.expiresAt].map(toMinutes),
    key.maySend ? 'yes' : '-',
    key.allowedNetworks.length === 0 ? '-' : key.allowedNetworks.join(' '),
    key.allowedOrigins.length === 0 ? '-' : key.allowedOrigins.join(' '),
  ],
  empty: 'No keys yet. Make one: ledgergraph-admin keys create --test',
};

/** `keys list`: every key, oldest first; of one team where one is named. */
export async function listKeys({ db, now }: CommandContext, options: Output & { team?: string }): Promise<void> {
  const keys =
    options.team === undefined
      ? await listApiKeys(db)
      : (await listTeamApiKeys(db, (await getTeam(db, options.team)).id)).reverse();
  const at = now();
  showList(
    keys.map((key) => describeKey(key, at)),
    table,
    options.json,
  );
}
