import type { FastifyInstance } from 'fastify';
import { startLeaving } from '#/http/leave-slowly.ts';
import type { RoleContext } from './role-context.ts';

export async function listenAsRole(
  server: FastifyInstance,
  { HOST: host, PORT: port }: { HOST: string; PORT: number },
  { onLeave, onStop }: Pick<RoleContext, 'onLeave' | 'onStop'>,
): Promise<void> {
  onLeave(() => startLeaving(server));
  onStop(() => server.close());
  await server.listen({ host, port });
}
