import { exitWithParent } from '#/postgres/exit-with-parent.ts';
import { keepRunning } from '#/processes/keep-running.ts';
import { RotatingLog } from '#/processes/rotating-log.ts';
import { spawnLogged } from '#/processes/spawn-logged.ts';
import { waitForListener } from '#/processes/wait-for-listener.ts';
import type { StackContext } from '#/stack/stack-context.ts';
import { findNatsServer } from './find-nats-server.ts';

/** The broker that carries bells between the services. It keeps nothing, so it has no data folder. */
export async function startNats(context: StackContext, say: (text: string) => void): Promise<string> {
  const { folder, ports } = context;
  const program = await findNatsServer(folder.bin, say);
  const port = await ports.take('nats');
  const log = new RotatingLog(folder.log('nats'));
  const kept = await keepRunning({
    name: 'nats',
    onTrouble: context.onTrouble,
    launch: () =>
      spawnLogged(exitWithParent('TERM', [program, '--addr', '127.0.0.1', '--port', String(port)]), {}, log),
  });
  context.processes.push(kept);
  await waitForListener({ name: 'nats-server', port, process: kept, log });
  context.natsUrl = `nats://127.0.0.1:${port}`;
  return `port ${port}`;
}
