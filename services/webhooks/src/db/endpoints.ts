import type { Endpoint, Prisma } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';

export type { Endpoint };

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function listTeamEndpoints(db: Connection, teamId: string): Promise<Endpoint[]> {
  return db.endpoint.findMany({ where: { teamId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

/** Null for any other team's endpoint. @param id any text */
export async function findEndpoint(db: Connection, teamId: string, id: string): Promise<Endpoint | null> {
  return UUID.test(id) ? db.endpoint.findUnique({ where: { id, teamId } }) : null;
}

/** Also stores a new team. Locks until the transaction ends. @returns how many endpoints it has */
export async function lockTeam(tx: Connection, teamId: string): Promise<number> {
  await tx.$executeRaw`INSERT INTO team (id) VALUES (${teamId}) ON CONFLICT (id) DO UPDATE SET id = excluded.id`;
  return tx.endpoint.count({ where: { teamId } });
}

export async function updateEndpoint(
  db: Connection,
  id: string,
  data: Prisma.EndpointUncheckedUpdateManyInput,
): Promise<Endpoint | null> {
  const [changed] = await db.endpoint.updateManyAndReturn({ where: { id }, data });
  return changed ?? null;
}

export async function deleteEndpoint(db: Connection, teamId: string, id: string): Promise<boolean> {
  if (!UUID.test(id)) return false;
  const { count } = await db.endpoint.deleteMany({ where: { id, teamId } });
  return count > 0;
}

export async function deleteTeam(db: Connection, teamId: string): Promise<void> {
  await db.team.deleteMany({ where: { id: teamId } });
}

export interface Position {
  cursor: string;
  height: number | null;
}

/** @returns false: another process has moved it, or its owner has changed it; then nothing may be stored */
export async function moveEndpoint(
  tx: Connection,
  from: { id: string; revision: number; cursor: string | null },
  { cursor, height }: Position,
): Promise<boolean> {
  const { count } = await tx.endpoint.updateMany({
    where: { id: from.id, revision: from.revision, cursor: from.cursor, state: 'active' },
    data: { cursor, fromHeight: null, trouble: '', ...(height !== null && { positionHeight: height }) },
  });
  return count > 0;
}

export async function setTrouble(
  db: Connection,
  { id, revision }: Pick<Endpoint, 'id' | 'revision'>,
  trouble: string,
): Promise<void> {
  await db.endpoint.updateMany({ where: { id, revision, NOT: { trouble } }, data: { trouble } });
}

/** A mail to its team is due then. */
export async function disableEndpoint(db: Connection, id: string, disabledReason: string): Promise<boolean> {
  const { count } = await db.endpoint.updateMany({
    where: { id, state: 'active' },
    data: { state: 'disabled', disabledReason, isMailDue: true, trouble: '', revision: { increment: 1 } },
  });
  return count > 0;
}
