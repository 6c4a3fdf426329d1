import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

interface Leave {
  milliseconds: number;
  over?: Promise<void>;
}

const leaves = new WeakMap<object, Leave>();

/** A leaving server is not ready and ends each connection with its answer, but it answers. */
export function isLeaving(server: FastifyInstance): boolean {
  return leaves.get(server.server)?.over !== undefined;
}

/** The time passes while other servers of the process leave too. */
export function startLeaving(server: FastifyInstance): void {
  const leave = leaves.get(server.server);
  if (leave !== undefined) leave.over ??= wait(leave.milliseconds);
}

/**
 * Lets a closing server go on for a while. It must be called before other parts that end something at the close, because they wait for
 * this one.
 */
export function leaveSlowly(server: FastifyInstance, milliseconds: number): void {
  leaves.set(server.server, { milliseconds });
  server.addHook('preClose', async () => {
    startLeaving(server);
    await leaves.get(server.server)?.over;
  });
}
