import type pg from 'pg';

/** SQLSTATE of a write on a server that only reads: it was demoted. */
const READ_ONLY = '25006';
/** The driver's own error of a statement without an answer. The statement may still run: its connection is of no use. */
const READ_TIMEOUT = 'Query read timeout';

/**
 * Lets a connection that breaks fail its own statement and nothing else. A pool listens to the errors of idle clients only, and an error
 * that nothing listens to ends the process.
 * @param onLost gets each connection whose server may be lost or demoted
 */
export function outliveConnections(pool: pg.Pool, onLost: (client: pg.ClientBase) => void = ignore): void {
  pool.on('connect', (pooled) => {
    const client = pooled as unknown as pg.Client;
    client.on('error', () => onLost(client));
    // Postgres may end a connection in answer to a statement. Until its socket closes, the pool would give it to the next statement.
    client.connection.on('errorMessage', ({ severity, code }: pg.DatabaseError) => {
      if (severity !== 'FATAL' && code !== READ_ONLY) return;
      onLost(client);
      client.end().catch(ignore);
    });
    breakWhenSilent(client, onLost);
  });
  // The pool passes on the errors of idle clients. It replaces such a client by itself.
  pool.on('error', ignore);
}

/** A transaction gives its connection back to the pool also after a statement that was never answered. */
function breakWhenSilent(client: pg.Client, onLost: (client: pg.ClientBase) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]): unknown => {
    const result = query(...args);
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        if (error.message !== READ_TIMEOUT) return;
        onLost(client);
        client.connection.stream.destroy();
      });
    }
    return result;
  };
  client.query = watched as typeof client.query;
}

const ignore = (): void => {};
