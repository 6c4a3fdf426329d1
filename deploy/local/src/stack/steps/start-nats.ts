import { renderNatsConfig } from '@ledgergraph/event-bus/nats-config';
import { exitWithParent } from '#/postgres/exit-with-parent.ts';
import { keepRunning } from '#/processes/keep-running.ts';
import { RotatingLog } from '#/processes/rotating-log.ts';
import { spawnLogged } from '#/processes/spawn-logged.ts';
import { waitForListener } from '#/processes/wait-for-listener.ts';
import { listBusUsers } from '#/services.ts';
import { writePrivate } from '#/stack/kept-json.ts';
import { busPassword } from '#/stack/secrets.ts';
import type { StackContext } from '#/stack/stack-context.ts';
import { findNatsServer } from './find-nats-server.ts';
import { SUBJECT_PREFIX } from './list-roles.ts';

/** Keeps nothing, so it has no data folder. Passwords are in a private file, because every account sees a process's arguments. */
export async function startNats(context: StackContext, report: (text: string) => void): Promise<string> {
  const { folder } = context;
  const port = Number(new URL(context.natsUrl).port);
  const program = await findNatsServer(folder.bin, report);
  const log = new RotatingLog(folder.log('nats'));
  const users = listBusUsers().map((name) => ({ name, password: JSON.stringify(busPassword(context.secrets, name)) }));
  const config = renderNatsConfig({ listen: `127.0.0.1:${port}`, prefix: SUBJECT_PREFIX, users });
  await writePrivate(folder.natsConfig, config);
  const kept = await keepRunning({
    name: 'nats',
    onTrouble: context.onTrouble,
    launch: () => spawnLogged(exitWithParent('TERM', [program, '--config', folder.natsConfig]), {}, log),
  });
  context.processes.push(kept);
  await waitForListener({ name: 'nats-server', port, process: kept, log });
  return `port ${port}`;
}
