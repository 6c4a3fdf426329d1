import type pg from 'pg';
import type { Deadline } from '#/deadline.ts';
import { DeadlineOver, takeTurn } from '#/limits/take-turn.ts';
import { Turns } from '#/limits/turns.ts';
import { currentRequest } from './current-deadline.ts';
import type { ServerPool } from './open-pool.ts';

const CANCEL_TIMEOUT_MS = 2_000;
/** The statements of another team find a connection at once. */
const PART_OF_TEAM = 1 / 3;

/** Cancels the statements that run at a request's deadline, begins none after it, and gives connections to teams in turn. */
export function cancelStatements(pool: ServerPool): void {
  const { max } = pool.options;
  const turns = new Turns(max, Math.max(1, Math.floor(max * PART_OF_TEAM)));
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const cancellable = async (...args: unknown[]): Promise<unknown> => {
    const request = currentRequest();
    if (request === undefined) return query(...args);
    const { deadline, team } = request;
    const leave = await takeTurn(turns, team, deadline);
    try {
      return await runUntil(pool, deadline, args);
    } finally {
      leave();
    }
  };
  pool.query = cancellable as typeof pool.query;
}

async function runUntil(pool: ServerPool, deadline: Deadline, args: unknown[]): Promise<unknown> {
  const client = await pool.connect();
  if (deadline.isOver) {
    client.release();
    throw new DeadlineOver();
  }
  let cancelling: Promise<void> | undefined;
  let hasFailed = true;
  const forget = deadline.onOver(() => {
    cancelling = cancel(pool, client);
  });
  try {
    const result = await (client.query as (...args: unknown[]) => Promise<unknown>)(...args);
    hasFailed = false;
    return result;
  } finally {
    forget();
    await cancelling;
    // A late cancellation must not hit the next statement.
    client.release(hasFailed || cancelling !== undefined);
  }
}

/** The pool's own connections may all wait for the statements to cancel. Best effort: statement_timeout comes later. */
async function cancel(pool: ServerPool, running: pg.PoolClient): Promise<void> {
  const { processID } = running as unknown as { processID: number };
  const client = pool.openBeside(running);
  const limit = setTimeout(() => client.connection.stream.destroy(), CANCEL_TIMEOUT_MS);
  try {
    await client.connect();
    await client.query('SELECT pg_cancel_backend($1)', [processID]);
  } catch {
  } finally {
    await client.end().catch(() => {});
    clearTimeout(limit);
  }
}
