import type { FastifyInstance } from 'fastify';
import { AccountsError } from '#/accounts-error.ts';
import { listAudit } from '#/audit/list-audit.ts';
import { listApiKeysByIds } from '#/db/api-keys.ts';
import { listTeams, type TeamOnPlan } from '#/db/teams.ts';
import { listUsageDays } from '#/db/usage-days.ts';
import { maskedKey } from '#/keys/masked-key.ts';
import { findQuotaState, type QuotaState } from '#/quota/quota-state.ts';
import { getTeam } from '#/teams/get-team.ts';
import { forOperator } from '../caller.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import * as contract from '../operator-contract.ts';
import { READING } from '../rates.ts';
import { readInput } from '../read-input.ts';
import { toEntry } from '../to-entry.ts';

export function recordRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const { db, now } = deps;
  scope.get(
    '/usage',
    READING,
    forOperator(
      deps,
      async (_operator, { query }): Promise<{ calls: contract.CountedCalls[]; keys: contract.NamedKey[] }> => {
        const { team, ...period } = readInput(contract.usageSchema, query);
        const teamId = team === undefined ? undefined : (await getTeam(db, team)).id;
        const rows = await listUsageDays(db, { ...period, ...(teamId !== undefined && { teamId }) });
        const keys = await listApiKeysByIds(db, [...new Set(rows.map(({ keyId }) => keyId))]);
        return {
          // The calls of one key on one day stay far below 2^53.
          calls: rows.map(({ calls, ...row }) => ({ ...row, calls: Number(calls) })),
          keys: keys.map((key) => ({ id: key.id, masked: maskedKey(key), name: key.name, team: key.team.slug })),
        };
      },
    ),
  );

  scope.get(
    '/quotas',
    READING,
    forOperator(deps, async (_operator, { query }): Promise<{ quotas: contract.TeamQuota[] }> => {
      const { team: reference } = readInput(contract.ofTeamSchema, query);
      const teams = reference === undefined ? await listTeams(db) : [await getTeam(db, reference)];
      const quotas: contract.TeamQuota[] = [];
      for (const team of teams) {
        const quota = await findQuotaState(db, team.id, now());
        if (quota !== null) quotas.push(toQuota(team, quota));
      }
      return { quotas };
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
