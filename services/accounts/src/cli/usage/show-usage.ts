import type { CommandContext } from '#/cli/command-context.ts';
import { CommandError, formatTable, type Output, print } from '#/cli/output.ts';
import { listApiKeysByIds } from '#/db/api-keys.ts';
import type { Connection } from '#/db/connection.ts';
import { listUsageDays } from '#/db/usage-days.ts';
import type { CallStatus } from '#/generated/prisma/client.ts';
import { maskedKey } from '#/keys/masked-key.ts';
import { getTeam } from '#/teams/get-team.ts';
import { sumUsage, type UsageRow } from './sum-usage.ts';

/** Groups by which calls are added up. */
export const groupings = ['day', 'key', 'status'] as const;
type Grouping = (typeof groupings)[number];

type UsageOptions = Output & { team?: string; from?: string; to?: string; by: Grouping };

const DAYS_SHOWN = 30;
const DAY_MS = 86_400_000;
const statuses: CallStatus[] = ['answered', 'rejected', 'rate_limited', 'quota_exceeded', 'failed'];

/** `usage`: calls by how they ended, added up by day, key or not at all. Throws CommandError for days in the wrong order. */
export async function showUsageCommand({ db, now }: CommandContext, options: UsageOptions): Promise<void> {
  const to = options.to ?? now().toISOString().slice(0, 10);
  const from = options.from ?? new Date(Date.parse(to) - (DAYS_SHOWN - 1) * DAY_MS).toISOString().slice(0, 10);
  if (from > to) throw new CommandError(`${from} is after ${to}.`);
  const teamId = options.team === undefined ? undefined : (await getTeam(db, options.team)).id;
  const usage = await listUsageDays(db, { ...(teamId !== undefined && { teamId }), from, to });
  if (options.json) {
    // JSON has no integers of any size; no key makes so many calls a day that units are lost.
    print(
      JSON.stringify(
        usage.map((row) => ({ ...row, calls: Number(row.calls) })),
        null,
        2,
      ),
    );
  } else if (usage.length === 0) print(`No calls from ${from} to ${to}.`);
  else print(...(await tabulate(db, usage, options.by)));
}

async function tabulate(db: Connection, usage: UsageRow[], by: Grouping): Promise<string[]> {
  const headings = statuses.map((status) => status.toUpperCase());
  const counts = (sums: Map<string, bigint>) => statuses.map((status) => String(sums.get(status) ?? 0n));
  const byStatus = ({ status }: UsageRow) => status;
  if (by === 'day') {
    const days = [...sumUsage(usage, ({ day }) => day, byStatus)];
    return formatTable(
      ['DAY', ...headings],
      days.map(([day, sums]) => [day, ...counts(sums)]),
    );
  }
  if (by === 'key') {
    const keys = [...sumUsage(usage, ({ keyId }) => keyId, byStatus)];
    const names = await nameKeys(
      db,
      keys.map(([keyId]) => keyId),
    );
    const rows = keys.map(([keyId, sums]) => [...(names.get(keyId) ?? [keyId, '', '']), ...counts(sums)]);
    return formatTable(['KEY', 'NAME', 'TEAM', ...headings], rows);
  }
  const all = sumUsage(usage, () => 'all', byStatus).get('all') ?? new Map<string, bigint>();
  return formatTable(
    ['STATUS', 'CALLS'],
    statuses.map((status) => [status, String(all.get(status) ?? 0n)]),
  );
}

/** Cells that show people which key is meant. */
async function nameKeys(db: Connection, ids: string[]): Promise<Map<string, string[]>> {
  const keys = await listApiKeysByIds(db, ids);
  return new Map(keys.map((key) => [key.id, [maskedKey(key), key.name, key.team.slug]]));
}
