import { startScratchPostgres } from '@ledgergraph/local/postgres/start-scratch-postgres';

/** Names the server of a test run; set it beforehand to use one that is running already. */
export const SERVER_URL_VARIABLE = 'TEST_POSTGRES_URL';

let stopServer: (() => Promise<void>) | undefined;

/** Jest's globalSetup of the projects that need Postgres: one server for the whole run, its address in the environment. */
export async function startDatabaseServer(): Promise<void> {
  if (process.env[SERVER_URL_VARIABLE] !== undefined) return;
  const server = await startScratchPostgres();
  process.env[SERVER_URL_VARIABLE] = server.url;
  stopServer = server.stop;
}

/** Jest's globalTeardown. */
export async function stopDatabaseServer(): Promise<void> {
  await stopServer?.();
}
