import type pg from 'pg';

/** A write on a server that only reads: it was demoted. */
const READ_ONLY = '25006';
/** The statement may still run, so its connection is of no use. */
const READ_TIMEOUT = 'Query read timeout';

/**
 * Lets a broken connection fail its own statement and nothing else: a pool listens to the errors of idle clients only, and an unheard
 * error ends the process.
 * @param onLost its server may be lost or demoted
 */
export function outliveConnections(pool: pg.Pool, onLost: (client: pg.ClientBase) => void = ignore): void {
  pool.on('connect', (pooled) => {
    const client = pooled as unknown as pg.Client;
    client.on('error', () => onLost(client));
    // Postgres may end a connection in its answer; the pool would reuse it until the socket closes.
    client.connection.on('errorMessage', ({ severity, code }: pg.DatabaseError) => {
      if (severity !== 'FATAL' && code !== READ_ONLY) return;
      onLost(client);
      client.end().catch(ignore);
    });
    breakWhenSilent(client, onLost);
  });
  // The pool replaces an idle client that fails by itself.
  pool.on('error', ignore);
}

/** A transaction returns its connection also after a statement without an answer. */
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
