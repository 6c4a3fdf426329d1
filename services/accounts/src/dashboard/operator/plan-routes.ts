import type { FastifyInstance } from 'fastify';
import { listPlans } from '#/db/plans.ts';
import type { Plan as StoredPlan } from '#/generated/prisma/client.ts';
import { changePlan, createPlan, deletePlan } from '#/plans/plans.ts';
import { forOperator, pathPart } from '../caller.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { type ChangedPlan, type ListedPlan, type Plan, planChangeSchema, planSchema } from '../operator-contract.ts';
import { CHANGING, READING } from '../rates.ts';
import { readInput } from '../read-input.ts';

export function planRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.get(
    '/plans',
    READING,
    forOperator(
      deps,
      async (): Promise<{ plans: ListedPlan[] }> => ({
        plans: (await listPlans(deps.db)).map(({ _count, ...plan }) => ({ ...toPlan(plan), teams: _count.teams })),
      }),
    ),
  );

  scope.post(
    '/plans',
    CHANGING,
    forOperator(deps, async (operator, { body }, reply): Promise<Plan> => {
      const { callsPerMonth, ...plan } = readInput(planSchema, body);
      const stored = { ...plan, callsPerMonth: callsPerMonth === null ? null : BigInt(callsPerMonth) };
      reply.code(201);
      return toPlan(await createPlan(deps, operator, stored));
    }),
  );

  scope.patch(
    '/plans/:plan',
    CHANGING,
    forOperator(deps, async (operator, request): Promise<ChangedPlan> => {
      const { callsPerMonth: calls, ...limits } = readInput(planChangeSchema, request.body);
      const change = {
        ...limits,
        ...(calls !== undefined && { callsPerMonth: calls === null ? null : BigInt(calls) }),
      };
      const { plan, teams } = await changePlan(deps, operator, pathPart(request, 'plan'), change);
      return { ...toPlan(plan), teams };
    }),
  );

  scope.delete(
    '/plans/:plan',
    CHANGING,
    forOperator(
      deps,
      async (operator, request): Promise<Plan> => toPlan(await deletePlan(deps, operator, pathPart(request, 'plan'))),
    ),
  );
}

/** JSON numbers suffice: the limits of plans stay far below 2^53. */
function toPlan({ callsPerMonth, ...plan }: StoredPlan): Plan {
  return { ...plan, callsPerMonth: callsPerMonth === null ? null : Number(callsPerMonth) };
}
