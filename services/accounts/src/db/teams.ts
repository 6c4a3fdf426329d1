import type { Plan, Prisma, Team } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';
import { beyond, type Place } from './list-cursor.ts';

export type TeamOnPlan = Team & { plan: Plan };
export type CountedTeam = TeamOnPlan & { _count: { members: number; keys: number } };

export function findOwnedTeam(db: Connection, userId: string): Promise<TeamOnPlan | null> {
  return db.team.findFirst({
    where: { members: { some: { userId, role: 'owner' } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: { plan: true },
  });
}

export function findTeamById(db: Connection, id: string): Promise<TeamOnPlan | null> {
  return db.team.findUnique({ where: { id }, include: { plan: true } });
}

export async function lockTeamRow(tx: Connection, id: string): Promise<void> {
  await tx.$executeRaw`SELECT FROM team WHERE id = ${id} FOR NO KEY UPDATE`;
}

export async function findTeamOfInvitation(db: Connection, id: string): Promise<string | undefined> {
  return (await db.invitation.findUnique({ where: { id } }))?.organizationId;
}

/** @param reference a team's id or slug */
export function findTeam(db: Connection, reference: string): Promise<TeamOnPlan | null> {
  return db.team.findFirst({ where: { OR: [{ id: reference }, { slug: reference }] }, include: { plan: true } });
}

export function insertTeam(
  db: Connection,
  team: { name: string; slug: string; planId?: string | undefined; ownerId: string },
): Promise<TeamOnPlan> {
  const { name, slug, planId, ownerId } = team;
  const members = { create: { userId: ownerId, role: 'owner' } };
  return db.team.create({
    data: { name, slug, members, ...(planId !== undefined && { planId }) },
    include: { plan: true },
  });
}

export function updateTeam(db: Connection, id: string, data: Prisma.TeamUncheckedUpdateInput): Promise<TeamOnPlan> {
  return db.team.update({ where: { id }, data, include: { plan: true } });
}

export function pageTeams(db: Connection, after: Place | undefined, take: number): Promise<CountedTeam[]> {
  return db.team.findMany({
    where: { ...beyond(after) },
    take,
    include: { plan: true, _count: { select: { members: true, keys: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** By id: a transaction that locks several teams uses this order. */
export function listTeamsOfUser(db: Connection, userId: string): Promise<Team[]> {
  return db.team.findMany({ where: { members: { some: { userId } } }, orderBy: { id: 'asc' } });
}

export async function listTeamIdsOnPlan(db: Connection, planId: string): Promise<string[]> {
  const teams = await db.team.findMany({ where: { planId }, select: { id: true }, orderBy: { id: 'asc' } });
  return teams.map(({ id }) => id);
}
