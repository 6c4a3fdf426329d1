import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listAudit } from '#/audit/list-audit.ts';
import { listApiKeysByIds } from '#/db/api-keys.ts';
import { ListCursor, type Place } from '#/db/list-cursor.ts';
import { findTeamById } from '#/db/teams.ts';
import { listUsageDays, type UsageKey } from '#/db/usage-days.ts';
import type { CallStatus } from '#/generated/prisma/client.ts';
import { maskedKey } from '#/keys/masked-key.ts';
import { findQuotaState } from '#/quota/quota-state.ts';
import { maySeeAudit, maySeeTeam } from '#/teams/rights.ts';
import { forTeam } from './caller.ts';
import type { AuditPage, Quota, Usage } from './contract.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { notFound } from './dashboard-error.ts';
import { cutPage, pageSchema, pageShape } from './pages.ts';
import { READING } from './rates.ts';
import { readInput } from './read-input.ts';
import { toEntry } from './to-entry.ts';

/** 13 months, all that is kept. */
const USAGE_DAYS_MAX = 400;
const DAY_MS = 86_400_000;

const day = z.iso.date('A day, as YYYY-MM-DD');
const periodSchema = z
  .object({ from: day, to: day, ...pageShape(1_000, 5_000) })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Not before the first day' })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < USAGE_DAYS_MAX, {
    path: ['from'],
    message: `At most ${USAGE_DAYS_MAX} days`,
  });

export function teamRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const { db, now } = deps;
  usage(scope, deps);

  scope.get(
    '/teams/:team/quota',
    READING,
    forTeam(deps, maySeeTeam, async ({ teamId }): Promise<Quota> => {
      const [team, state] = await Promise.all([findTeamById(db, teamId), findQuotaState(db, teamId, now())]);
      if (team === null || state === null) throw notFound('team');
      const { callsPerMonth, ...limits } = team.plan;
      return {
        plan: { ...limits, callsPerMonth: callsPerMonth === null ? null : Number(callsPerMonth) },
        used: Number(state.spent),
        left: state.limit === null ? null : Number(state.free + state.outstanding),
        startsAt: state.startsAt.toISOString(),
        resetsAt: state.endsAt.toISOString(),
      };
    }),
  );
  auditLog(scope, deps);
}

function usage(scope: FastifyInstance, { db, ...deps }: DashboardDeps): void {
  scope.get(
    '/teams/:team/usage',
    READING,
    forTeam({ db, ...deps }, maySeeTeam, async ({ teamId }, { query }): Promise<Usage> => {
      const { from, to, cursor, limit } = readInput(periodSchema, query);
      const cursors = new ListCursor(deps.cursorSecret, `usage ${teamId}`);
      const after = cursor === undefined ? undefined : toUsageKey(cursors.read(cursor));
      const found = await listUsageDays(db, { teamId, from, to, after, take: limit + 1 });
      const { rows, ...end } = cutPage(found, limit, cursors, toPlace);
      const keys = await listApiKeysByIds(db, [...new Set(rows.map(({ keyId }) => keyId))]);
      return {
        from,
        to,
        calls: rows.map(({ calls, ...row }) => ({ ...row, calls: Number(calls) })),
        keys: keys.map((key) => ({
          id: key.id,
          name: key.name,
          masked: maskedKey(key),
          environment: key.environment,
        })),
        ...end,
      };
    }),
  );
}

function toPlace({ day: at, keyId, status }: UsageKey): Place {
  return { at: new Date(at), id: `${keyId}:${status}` };
}

function toUsageKey({ at, id }: Place): UsageKey {
  const [keyId = '', status] = id.split(':');
  return { day: at.toISOString().slice(0, 10), keyId, status: status as CallStatus };
}

function auditLog(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.get(
    '/teams/:team/audit',
    READING,
    forTeam(deps, maySeeAudit, async ({ teamId }, { query }): Promise<AuditPage> => {
      const { cursor, limit } = readInput(pageSchema, query);
      const cursors = new ListCursor(deps.cursorSecret, `audit ${teamId}`);
      const after = cursor === undefined ? undefined : cursors.read(cursor);
      const { entries, next } = await listAudit(deps.db, { teamId, after, limit });
      return {
        entries: entries.map(toEntry),
        hasMore: next !== null,
        nextCursor: next === null ? null : cursors.write(next),
      };
    }),
  );
}
