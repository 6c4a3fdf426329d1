import type pg from 'pg';

/**
 * Lets a connection that breaks fail its own statement and nothing else. A pool listens to the errors of idle clients only, and an error
 * that nothing listens to ends the process.
 */
export function outliveConnections(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', ignore));
  // The pool passes on the errors of idle clients. It replaces such a client by itself.
  pool.on('error', ignore);
}

const ignore = (): void => {};
