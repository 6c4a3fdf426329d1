import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listApiKeys, type OwnedKey } from '#/db/api-keys.ts';
import { createKeyForUser } from '#/keys/create-key-for-user.ts';
import { getKey } from '#/keys/get-key.ts';
import { getTeam } from '#/teams/get-team.ts';
import { forOperator } from '../caller.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import {
  type CreatedOperatorKey,
  keyReferenceSchema,
  newOperatorKeySchema,
  type OperatorKey,
  type OperatorKeyPage,
  ofTeamSchema,
} from '../operator-contract.ts';
import { pageShape, readPage } from '../pages.ts';
import { CHANGING, READING } from '../rates.ts';
import { readInput } from '../read-input.ts';
import { toKey } from '../to-key.ts';

const listSchema = z.object({ ...ofTeamSchema.shape, ...pageShape(50, 100) });

export function keyRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const { db, now } = deps;
  const show = (key: OwnedKey): OperatorKey => ({
    ...toKey(key, { user: { id: '', name: '', email: '' }, role: 'owner' }, now()),
    team: { id: key.team.id, slug: key.team.slug },
    plan: key.team.planId,
  });

  scope.get(
    '/keys',
    READING,
    forOperator(deps, async (_operator, { query }): Promise<OperatorKeyPage> => {
      const { team, ...asked } = readInput(listSchema, query);
      const teamId = team === undefined ? undefined : (await getTeam(db, team)).id;
      const find = listApiKeys.bind(null, db, teamId);
      const { rows, ...end } = await readPage(deps, `keys ${teamId ?? ''}`, asked, find);
      return { keys: rows.map(show), ...end };
    }),
  );

  scope.post(
    '/keys',
    CHANGING,
    forOperator(deps, async (operator, { body }, reply): Promise<CreatedOperatorKey> => {
      const { user: email, plan: planId, expiresAt, ...wanted } = readInput(newOperatorKeySchema, body);
      const request = { ...wanted, email, planId, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
      const { value, stored } = await createKeyForUser(deps, operator, request);
      reply.code(201);
      return { value, key: show(stored) };
    }),
  );

  scope.post(
    '/find-key',
    READING,
    forOperator(
      deps,
      async (_operator, { body }): Promise<OperatorKey> =>
        show(await getKey(deps, deps, readInput(keyReferenceSchema, body).reference)),
    ),
  );
}
