import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const leaving = new WeakSet<object>();

/**
 * True from the moment in which a server is asked to close. It is not ready then, whatever it reports otherwise, and announces with each
 * answer that the connection ends; but it answers.
 */
export function isLeaving(server: FastifyInstance): boolean {
  return leaving.has(server.server);
}

/**
 * Lets a server that is asked to close go on for a while before anything else ends. To be called before other parts of the server that end
 * something as it closes, because they wait for this one.
 */
export function leaveSlowly(server: FastifyInstance, milliseconds: number): void {
  server.addHook('preClose', async () => {
    leaving.add(server.server);
    await wait(milliseconds);
  });
}
