import type { FastifyInstance } from 'fastify';
import { listTokens } from '#/db/operator-tokens.ts';
import type { OperatorToken as StoredToken } from '#/generated/prisma/client.ts';
import { createToken, revokeToken } from '#/tokens/tokens.ts';
import { forOperator, pathPart } from '../caller.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { type CreatedToken, newTokenSchema, type OperatorToken } from '../operator-contract.ts';
import { CHANGING, READING } from '../rates.ts';
import { readInput } from '../read-input.ts';

export function tokenRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.get(
    '/tokens',
    READING,
    forOperator(
      deps,
      async (): Promise<{ tokens: OperatorToken[] }> => ({
        tokens: (await listTokens(deps.db)).map(toToken),
      }),
    ),
  );

  scope.post(
    '/tokens',
    CHANGING,
    forOperator(deps, async (operator, { body }, reply): Promise<CreatedToken> => {
      const { name, expiresAt } = readInput(newTokenSchema, body);
      const wanted = { name, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
      const { value, token } = await createToken(deps, operator, wanted);
      reply.code(201);
      return { value, token: toToken(token) };
    }),
  );

  scope.delete(
    '/tokens/:token',
    CHANGING,
    forOperator(
      deps,
      async (operator, request): Promise<OperatorToken> =>
        toToken(await revokeToken(deps, operator, pathPart(request, 'token'))),
    ),
  );
}

function toToken({ id, name, createdAt, expiresAt }: StoredToken): OperatorToken {
  return { id, name, createdAt: createdAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null };
}
