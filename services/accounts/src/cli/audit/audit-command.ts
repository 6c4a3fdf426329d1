import type { Command } from 'commander';
import { listAudit } from '#/audit/list-audit.ts';
import { parseListLength } from '#/cli/arguments/parse-number.ts';
import type { CommandContext, Run } from '#/cli/command-context.ts';
import { type Output, showList, type Table } from '#/cli/output.ts';
import type { AuditEntry } from '#/generated/prisma/client.ts';
import { getTeam } from '#/teams/get-team.ts';

type AuditOptions = Output & { team?: string; limit: number };

const table: Table<DescribedEntry> = {
  headings: ['AT', 'WHO', 'DID', 'TO', 'DETAILS'],
  cells: ({ at, actor, action, subjectId, details, ipAddress }) => [
    `${at.slice(0, 19).replace('T', ' ')}Z`,
    actor.kind === 'operator'
      ? `${actor.name} (operator)`
      : [actor.name, actor.key && `by key ${actor.key}`, ipAddress && `(${ipAddress})`].filter(Boolean).join(' '),
    action,
    subjectId ?? '-',
    JSON.stringify(details),
  ],
  empty: 'Nothing is on record.',
};

/** `ledgergraph-admin audit` */
export function addAuditCommand(program: Command, run: Run): void {
  program
    .command('audit')
    .description('Show who did what, newest first')
    .option('--team <team>', 'only what concerns this team (its slug, or the id of one that is gone)')
    .option('--limit <entries>', 'how many to show', parseListLength, 50)
    .option('--json', 'print a JSON array')
    .action(run(showAuditCommand));
}

async function showAuditCommand({ db }: CommandContext, { team, limit, json }: AuditOptions): Promise<void> {
  const teamId = team === undefined ? undefined : await findTeamId({ db }, team);
  const { entries } = await listAudit(db, { teamId, limit });
  showList(entries.map(describeEntry), table, json);
}

/** The record outlives its team: an id of entries is taken as it is. */
async function findTeamId({ db }: Pick<CommandContext, 'db'>, reference: string): Promise<string> {
  if ((await db.auditEntry.count({ where: { teamId: reference } })) > 0) return reference;
  return (await getTeam(db, reference)).id;
}

type DescribedEntry = ReturnType<typeof describeEntry>;

function describeEntry(entry: AuditEntry) {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: { kind: entry.actorKind, id: entry.actorId, name: entry.actorName, key: entry.actorKey },
    action: entry.action,
    teamId: entry.teamId,
    subjectId: entry.subjectId,
    details: entry.details,
    ipAddress: entry.ipAddress,
  };
}
