import type pg from 'pg';
import { currentDeadline } from './current-deadline.ts';
import type { ServerPool } from './open-pool.ts';

const CANCEL_TIMEOUT_MS = 2_000;

/** A statement was not begun, or was cancelled, since the deadline of its request is over. */
export class DeadlineOver extends Error {
  constructor() {
    super('the deadline is over');
    this.name = 'DeadlineOver';
  }
}

/** Lets Postgres cancel the statements that run at a request's deadline, and begins none after it. */
export function cancelStatements(pool: ServerPool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const cancellable = async (...args: unknown[]): Promise<unknown> => {
    const deadline = currentDeadline();
    if (deadline === undefined) return query(...args);
    if (deadline.isOver) throw new DeadlineOver();
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
      // A failed client is destroyed, as in the pool's own query. A late cancellation must not hit the next statement either.
      client.release(hasFailed || cancelling !== undefined);
    }
  };
  pool.query = cancellable as typeof pool.query;
}

/** Cancels on a connection of its own: those of the pool may all wait for the statements to cancel. Best effort: statement_timeout comes later. */
async function cancel(pool: ServerPool, running: pg.PoolClient): Promise<void> {
  const { processID } = running as unknown as { processID: number };
  const client = pool.openBeside(running);
  const limit = setTimeout(() => client.connection.stream.destroy(), CANCEL_TIMEOUT_MS);
  try {
    await client.connect();
    await client.query('SELECT pg_cancel_backend($1)', [processID]);
  } catch {
    // A database that cannot be reached runs nothing either.
  } finally {
    await client.end().catch(() => {});
    clearTimeout(limit);
  }
}
