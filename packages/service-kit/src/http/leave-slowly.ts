import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

interface Leave {
  milliseconds: number;
  /** Undefined until the server leaves. */
  over?: Promise<void>;
}

const leaves = new WeakMap<object, Leave>();

/**
 * True from the moment in which a server is asked to close, or to leave. It is not ready then, whatever it reports otherwise, and announces
 * with each answer that the connection ends; but it answers.
 */
export function isLeaving(server: FastifyInstance): boolean {
  return leaves.get(server.server)?.over !== undefined;
}

/** Asks a server to leave, before it is asked to close: the time for it passes while other servers of the process leave too. */
export function startLeaving(server: FastifyInstance): void {
  const leave = leaves.get(server.server);
  if (leave !== undefined) leave.over ??= wait(leave.milliseconds);
}

/**
 * Lets a server that is asked to close go on for a while before anything else ends. To be called before other parts of the server that end
 * something as it closes, because they wait for this one.
 */
export function leaveSlowly(server: FastifyInstance, milliseconds: number): void {
  leaves.set(server.server, { milliseconds });
  server.addHook('preClose', async () => {
    startLeaving(server);
    await leaves.get(server.server)?.over;
  });
}
