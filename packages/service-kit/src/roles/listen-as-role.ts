import type { FastifyInstance } from 'fastify';
import { startDraining } from '#/http/drain.ts';
import type { RoleContext } from './role-context.ts';

export async function listenAsRole(
  server: FastifyInstance,
  { HOST: host, PORT: port }: { HOST: string; PORT: number },
  { onDrain, onStop }: Pick<RoleContext, 'onDrain' | 'onStop'>,
): Promise<void> {
  onDrain(() => startDraining(server));
  onStop(() => server.close());
  await server.listen({ host, port });
}
