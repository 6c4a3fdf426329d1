import type { Plan } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';

/** As in the schema. */
export const DEFAULT_PLAN = 'free';

export async function listPlanIds(db: Connection): Promise<string[]> {
  const plans = await db.plan.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  return plans.map((plan) => plan.id);
}

export function listPlans(db: Connection): Promise<(Plan & { _count: { teams: number } })[]> {
  return db.plan.findMany({
    include: { _count: { select: { teams: true } } },
    orderBy: [{ callsPerMonth: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  });
}

export function findPlan(db: Connection, id: string): Promise<Plan | null> {
  return db.plan.findUnique({ where: { id } });
}

/** Keeps the plan from being deleted until the transaction ends. False if it does not exist. */
export async function lockPlanId(tx: Connection, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT id FROM plan WHERE id = ${id} FOR KEY SHARE`;
  return rows.length > 0;
}

/** Until the transaction ends, no other one changes the plan or puts a team on it. */
export async function lockPlan(tx: Connection, id: string): Promise<Plan | null> {
  await tx.$executeRaw`SELECT id FROM plan WHERE id = ${id} FOR UPDATE`;
  return findPlan(tx, id);
}
