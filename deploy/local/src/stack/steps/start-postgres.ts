import { INSTALLATION_SETTINGS } from '#/postgres/installation-settings.ts';
import { startPostgres } from '#/postgres/start-postgres.ts';
import { keepRunning } from '#/processes/keep-running.ts';
import { RotatingLog } from '#/processes/rotating-log.ts';
import type { StackContext } from '#/stack/stack-context.ts';

export async function startDatabaseServer(context: StackContext): Promise<string> {
  const { folder, options, secrets } = context;
  const port = Number(new URL(context.postgresUrl).port);
  const log = new RotatingLog(folder.log('postgres'));
  const kept = await keepRunning({
    name: 'postgres',
    onTrouble: context.onTrouble,
    launch: async () => {
      const postgres = await startPostgres({
        dataDir: folder.postgres,
        port,
        password: secrets.postgresPassword,
        settings: { ...INSTALLATION_SETTINGS, ...options.postgresSettings },
        onLog: (text) => log.write(text),
      });
      return postgres.process;
    },
  });
  context.processes.push(kept);
  return `port ${port}`;
}
