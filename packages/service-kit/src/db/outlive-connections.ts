import type pg from 'pg';

/**
 * Lets a connection that breaks fail its own statement and nothing else. A pool listens to the errors of idle clients only, and an error
 * that nothing listens to ends the process.
 */
export function outliveConnections(pool: pg.Pool): void {
  pool.on('connect', (pooled) => {
    const client = pooled as unknown as pg.Client;
    client.on('error', ignore);
    // Postgres may end a connection in answer to a statement. Until its socket closes, the pool would give it to the next statement.
    client.connection.on('errorMessage', ({ severity }: pg.DatabaseError) => {
      if (severity === 'FATAL') client.end().catch(ignore);
    });
  });
  // The pool passes on the errors of idle clients. It replaces such a client by itself.
  pool.on('error', ignore);
}

const ignore = (): void => {};
