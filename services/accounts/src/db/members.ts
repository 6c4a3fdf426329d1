import type { Invitation, Prisma } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';
import { behind, type Place } from './list-cursor.ts';

const withTeam = { include: { team: true } } as const;
const withUser = { include: { user: true } } as const;

export type Membership = Prisma.MemberGetPayload<typeof withTeam>;
export type TeamMember = Prisma.MemberGetPayload<typeof withUser>;
export type Teammate = { role: string; user: { id: string; email: string } };

/** Null if there is no such team or the user is not in it: a stranger cannot distinguish the two. */
export function findMembership(db: Connection, userId: string, teamId: string): Promise<Membership | null> {
  return db.member.findUnique({ where: { organizationId_userId: { organizationId: teamId, userId } }, ...withTeam });
}

/** Id of the membership, locked until the transaction ends. Undefined if they are not in the team. */
export async function lockMembership(tx: Connection, userId: string, teamId: string): Promise<string | undefined> {
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM member WHERE team_id = ${teamId} AND user_id = ${userId} FOR KEY SHARE`;
  return found?.id;
}

export function listMemberships(db: Connection, userId: string): Promise<Membership[]> {
  return db.member.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], ...withTeam });
}

/** @param reference id of the membership, or the member's e-mail address in lower case */
export function findTeammate(db: Connection, teamId: string, reference: string): Promise<Teammate | null> {
  const who = reference.includes('@') ? { user: { email: reference } } : { id: reference };
  return db.member.findFirst({
    where: { organizationId: teamId, ...who },
    select: { role: true, user: { select: { id: true, email: true } } },
  });
}

export function findMember(db: Connection, teamId: string, userId: string): Promise<TeamMember | null> {
  return db.member.findUnique({
    where: { organizationId_userId: { organizationId: teamId, userId } },
    ...withUser,
  });
}

export function listMembers(db: Connection, teamId: string): Promise<TeamMember[]> {
  return db.member.findMany({
    where: { organizationId: teamId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    ...withUser,
  });
}

export function pageMembers(
  db: Connection,
  teamId: string,
  after: Place | undefined,
  take: number,
): Promise<TeamMember[]> {
  return db.member.findMany({
    where: { organizationId: teamId, ...behind(after) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
    ...withUser,
  });
}

export function pageOpenInvitations(
  db: Connection,
  teamId: string,
  now: Date,
  after: Place | undefined,
  take: number,
): Promise<Invitation[]> {
  return db.invitation.findMany({
    where: { organizationId: teamId, status: 'pending', expiresAt: { gt: now }, ...behind(after) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  });
}

export function insertMember(db: Connection, teamId: string, userId: string, role: string): Promise<TeamMember> {
  return db.member.create({ data: { organizationId: teamId, userId, role }, ...withUser });
}

export function updateMemberRole(db: Connection, id: string, role: string): Promise<TeamMember> {
  return db.member.update({ where: { id }, data: { role }, ...withUser });
}
