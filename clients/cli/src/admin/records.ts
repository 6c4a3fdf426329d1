import type {
  CountedCalls,
  NamedKey,
  QuotaPage,
  RecordedEntry,
  TeamQuota,
  UsagePage,
} from '@ledgergraph/dashboard-api/operator-contract';
import { CommandError, formatTable, type Output, print, showList, toMinutes } from '@ledgergraph/dashboard-api/output';
import { readPages } from '@ledgergraph/dashboard-api/request';
import { type Command, Option } from 'commander';
import { parseDay, parseLimit } from '#/arguments.ts';
import type { TeamContext } from '#/context.ts';
import { type AdminRun, queryOf } from './admin-context.ts';

const STATUSES = ['answered', 'rejected', 'rate_limited', 'quota_exceeded', 'failed'];
const HEADINGS = STATUSES.map((status) => status.toUpperCase());
const DAYS_SHOWN = 30;
const DAY_MS = 86_400_000;

export function addRecordCommands(program: Command, run: AdminRun): void {
  program
    .command('usage')
    .description('Show how many calls were made; kept for 13 months')
    .option('--team <team>', 'only those of this team (its slug or id)')
    .option('--from <day>', 'first day, UTC (default: 30 days, the last one included)', parseDay)
    .option('--to <day>', 'last day, UTC (default: today)', parseDay)
    .addOption(new Option('--by <what>', 'what to add up by').choices(['day', 'key', 'status']).default('day'))
    .option('--json', 'print a JSON array of calls by day, key and status')
    .action(run(showUsage));
  program
    .command('quota')
    .description('Show what is left of the month')
    .command('show')
    .description('Show what teams have spent of their month, and what is left')
    .option('--team <team>', 'only this team (its slug or id)')
    .option('--json', 'print a JSON array')
    .action(run(showQuotas));
  program
    .command('audit')
    .description('Show who did what, newest first')
    .option('--team <team>', 'only what concerns this team (its slug, or the id of one that is gone)')
    .option('--limit <entries>', 'how many to show, 1 to 1000', parseLimit, 50)
    .option('--json', 'print a JSON array')
    .action(run(showAudit));
}

type UsageOptions = Output & { team?: string; from?: string; to?: string; by: 'day' | 'key' | 'status' };

async function showUsage({ ask }: TeamContext, options: UsageOptions): Promise<void> {
  const to = options.to ?? new Date().toISOString().slice(0, 10);
  const from = options.from ?? new Date(Date.parse(to) - (DAYS_SHOWN - 1) * DAY_MS).toISOString().slice(0, 10);
  if (from > to) throw new CommandError(`${from} is after ${to}.`);
  const asked = { ...(options.team !== undefined && { team: options.team }), from, to, limit: '5000' };
  const pages = await readPages<UsagePage>(ask, '/operator/usage', asked);
  const calls = pages.flatMap((page) => page.calls);
  const keys = pages.flatMap((page) => page.keys);
  if (options.json) print(JSON.stringify(calls, null, 2));
  else if (calls.length === 0) print(`No calls from ${from} to ${to}.`);
  else print(...tabulate(calls, keys, options.by));
}

function tabulate(calls: CountedCalls[], keys: NamedKey[], by: UsageOptions['by']): string[] {
  if (by === 'status') {
    const sums = sumCalls(calls, ({ status }) => status);
    const rows = STATUSES.map((status) => [status, String([...(sums.get(status) ?? [])][0]?.[1] ?? 0)]);
    return formatTable(['STATUS', 'CALLS'], rows);
  }
  const sums = [...sumCalls(calls, by === 'day' ? ({ day }) => day : ({ keyId }) => keyId)];
  const counts = (ofRow: Map<string, number>) => STATUSES.map((status) => String(ofRow.get(status) ?? 0));
  if (by === 'day') {
    const rows = sums.map(([day, ofDay]) => [day, ...counts(ofDay)]);
    return formatTable(['DAY', ...HEADINGS], rows);
  }
  const names = new Map(keys.map(({ id, masked, name, team }) => [id, [masked, name, team]]));
  const rows = sums.map(([keyId, ofKey]) => [...(names.get(keyId) ?? [keyId, '', '']), ...counts(ofKey)]);
  return formatTable(['KEY', 'NAME', 'TEAM', ...HEADINGS], rows);
}

/** Rows stay in the order in which each is first met. */
function sumCalls(calls: CountedCalls[], rowOf: (counted: CountedCalls) => string): Map<string, Map<string, number>> {
  const rows = new Map<string, Map<string, number>>();
  for (const counted of calls) {
    const row = rows.get(rowOf(counted)) ?? new Map<string, number>();
    rows.set(rowOf(counted), row.set(counted.status, (row.get(counted.status) ?? 0) + counted.calls));
  }
  return rows;
}

async function showQuotas({ ask }: TeamContext, { team, json }: Output & { team?: string }): Promise<void> {
  const pages = await readPages<QuotaPage>(ask, '/operator/quotas', team === undefined ? {} : { team });
  const quotas = pages.flatMap((page) => page.quotas);
  const table = {
    headings: ['TEAM', 'PLAN', 'CALLS A MONTH', 'SPENT', 'FREE', 'AT GATEWAYS', 'RESETS'],
    cells: (quota: TeamQuota) => [
      quota.team.slug,
      quota.plan,
      quota.limit === null ? 'not limited' : String(quota.limit),
      String(quota.spent),
      quota.free === null ? '-' : String(quota.free),
      String(quota.atGateways),
      toMinutes(quota.resetsAt),
    ],
    empty: 'No teams yet.',
  };
  showList(quotas, table, json);
}

type AuditOptions = Output & { team?: string; limit: number };

async function showAudit({ ask }: TeamContext, { team, limit, json }: AuditOptions): Promise<void> {
  const { entries } = await ask<{ entries: RecordedEntry[] }>(`/operator/audit${queryOf({ team, limit })}`);
  const table = {
    headings: ['AT', 'WHO', 'DID', 'TO', 'DETAILS'],
    cells: ({ at, actor, action, subjectId, details, ipAddress }: RecordedEntry) => [
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
  showList(entries, table, json);
}
