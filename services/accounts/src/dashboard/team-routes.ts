import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listAudit } from '#/audit/list-audit.ts';
import { ListCursor } from '#/db/list-cursor.ts';
import { findTeamById } from '#/db/teams.ts';
import { maskedKey } from '#/keys/masked-key.ts';
import { findQuotaState } from '#/quota/quota-state.ts';
import { maySeeAudit, maySeeTeam } from '#/teams/rights.ts';
import { forTeam } from './caller.ts';
import type { AuditPage, Quota, Usage } from './contract.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { notFound } from './dashboard-error.ts';
import { pageSchema } from './pages.ts';
import { READING } from './rates.ts';
import { readInput } from './read-input.ts';
import { toEntry } from './to-entry.ts';
import { readUsage, usagePageShape } from './usage-pages.ts';

/** 13 months, all that is kept. */
const USAGE_DAYS_MAX = 400;
const DAY_MS = 86_400_000;

const day = z.iso.date('A day, as YYYY-MM-DD');
const periodSchema = z
  .object({ from: day, to: day, ...usagePageShape })
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

function usage(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.get(
    '/teams/:team/usage',
    READING,
    forTeam(deps, maySeeTeam, async ({ teamId }, { query }): Promise<Usage> => {
      const asked = readInput(periodSchema, query);
      const { keys, ...page } = await readUsage(deps, teamId, asked);
      return {
        from: asked.from,
        to: asked.to,
        keys: keys.map((key) => ({
          id: key.id,
          name: key.name,
          masked: maskedKey(key),
          environment: key.environment,
        })),
        ...page,
      };
    }),
  );
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
