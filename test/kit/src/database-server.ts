import { startScratchPostgres } from '@ledgergraph/local/postgres/start-scratch-postgres';

/** Set it beforehand to use a server that is running already. */
export const SERVER_URL_VARIABLE = 'TEST_POSTGRES_URL';

let stopServer: (() => Promise<void>) | undefined;

export async function startDatabaseServer(): Promise<void> {
  if (process.env[SERVER_URL_VARIABLE] !== undefined) return;
  const server = await startScratchPostgres();
  process.env[SERVER_URL_VARIABLE] = server.url;
  stopServer = server.stop;
}

export async function stopDatabaseServer(): Promise<void> {
  await stopServer?.();
}
