import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

interface Drain {
  milliseconds: number;
  over?: Promise<void>;
}

const drains = new WeakMap<object, Drain>();

/** A draining server is not ready and ends each connection with its answer, but it answers. */
export function isDraining(server: FastifyInstance): boolean {
  return drains.get(server.server)?.over !== undefined;
}

/** The time passes while other servers of the process drain too. */
export function startDraining(server: FastifyInstance): void {
  const drain = drains.get(server.server);
  if (drain !== undefined) drain.over ??= wait(drain.milliseconds);
}

/**
 * Lets a closing server go on for a while. It must be called before other parts that end something at the close, because they wait for
 * this one.
 */
export function drainAtClose(server: FastifyInstance, milliseconds: number): void {
  drains.set(server.server, { milliseconds });
  server.addHook('preClose', async () => {
    startDraining(server);
    await drains.get(server.server)?.over;
  });
}
