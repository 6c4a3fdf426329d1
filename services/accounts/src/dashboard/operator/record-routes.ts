import type { FastifyInstance } from 'fastify';
import { AccountsError } from '#/accounts-error.ts';
import { listAudit } from '#/audit/list-audit.ts';
import { pageTeams, type TeamOnPlan } from '#/db/teams.ts';
import { maskedKey } from '#/keys/masked-key.ts';
import { findQuotaStates, type QuotaState } from '#/quota/quota-state.ts';
import { getTeam } from '#/teams/get-team.ts';
import { forOperator } from '../caller.ts';
import type { PageEnd } from '../contract.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import * as contract from '../operator-contract.ts';
import { pageShape, readPage } from '../pages.ts';
import { READING } from '../rates.ts';
import { readInput } from '../read-input.ts';
import { toEntry } from '../to-entry.ts';
import { readUsage, usagePageShape } from '../usage-pages.ts';

const usageSchema = contract.usageSchema.extend(usagePageShape);
const quotaSchema = contract.ofTeamSchema.extend(pageShape(50, 100));

export function recordRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const { db, now } = deps;
  scope.get(
    '/usage',
    READING,
    forOperator(deps, async (_operator, { query }): Promise<contract.UsagePage> => {
      const { team, ...asked } = readInput(usageSchema, query);
      const teamId = team === undefined ? undefined : (await getTeam(db, team)).id;
      const { keys, ...page } = await readUsage(deps, teamId, asked);
      return {
        keys: keys.map((key) => ({ id: key.id, masked: maskedKey(key), name: key.name, team: key.team.slug })),
        ...page,
      };
    }),
  );

  scope.get(
    '/quotas',
    READING,
    forOperator(deps, async (_operator, { query }): Promise<contract.QuotaPage> => {
      const { team, ...asked } = readInput(quotaSchema, query);
      const { rows, ...end }: { rows: TeamOnPlan[] } & PageEnd =
        team === undefined
          ? await readPage(deps, 'teams', asked, pageTeams.bind(null, db))
          : { rows: [await getTeam(db, team)], hasMore: false, nextCursor: null };
      const teamIds = rows.map(({ id }) => id);
      const states = await findQuotaStates(db, teamIds, now());
      const quotas = rows.flatMap((one) => {
        const state = states.get(one.id);
        return state === undefined ? [] : [toQuota(one, state)];
      });
      return { quotas, ...end };
    }),
  );

  scope.get(
    '/audit',
    READING,
    forOperator(deps, async (_operator, { query }): Promise<{ entries: contract.RecordedEntry[] }> => {
      const { team, limit } = readInput(contract.auditSchema, query);
      const { entries } = await listAudit(db, { teamId: await findRecordedTeam(deps, team), limit });
      return { entries: entries.map((entry) => ({ ...toEntry(entry), actorId: entry.actorId, teamId: entry.teamId })) };
    }),
  );
}

/** The record outlives its team, so an unknown id is used as it is. */
async function findRecordedTeam({ db }: DashboardDeps, reference: string | undefined): Promise<string | undefined> {
  if (reference === undefined) return undefined;
  return getTeam(db, reference).then(
    ({ id }) => id,
    async (error: unknown) => {
      const isRecorded = (await db.auditEntry.count({ where: { teamId: reference }, take: 1 })) > 0;
      if (error instanceof AccountsError && isRecorded) return reference;
      throw error;
    },
  );
}

function toQuota(team: TeamOnPlan, quota: QuotaState): contract.TeamQuota {
  const { planId: plan, limit, spent, free, outstanding, startsAt, endsAt } = quota;
  return {
    team: { id: team.id, slug: team.slug },
    plan,
    limit: limit === null ? null : Number(limit),
    spent: Number(spent),
    free: limit === null ? null : Number(free),
    atGateways: Number(outstanding),
    startsAt: startsAt.toISOString(),
    resetsAt: endsAt.toISOString(),
  };
}
