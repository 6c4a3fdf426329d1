import { exitWithParent } from '#/postgres/exit-with-parent.ts';
import { keepRunning } from '#/processes/keep-running.ts';
import { RotatingLog } from '#/processes/rotating-log.ts';
import { spawnLogged } from '#/processes/spawn-logged.ts';
import { waitForListener } from '#/processes/wait-for-listener.ts';
import { inRepository } from '#/repository.ts';
import type { RecordedNode } from '#/stack/recorded-node.ts';
import type { StackContext } from '#/stack/stack-context.ts';
import { StackError } from '#/stack/stack-error.ts';
import { type Recording, readRecording } from './read-recording.ts';

const PROGRAM = inRepository('deploy', 'recorded-node', 'src', 'main.ts');
const USER = 'recorded';

/** One recorded node per recording: a server that answers as verusd did, and whose tip moves. */
export async function startRecordedNodes(context: StackContext): Promise<string> {
  const recordings = await Promise.all(context.options.recordings.map(readRecording));
  const names = recordings.map(({ networkName }) => networkName.toLowerCase());
  if (new Set(recordings.map(({ chainId }) => chainId)).size < recordings.length) {
    throw new StackError('Two of the recordings are of the same chain; each network can be served once');
  }
  for (const [index, recording] of recordings.entries()) {
    context.recordedNodes.push(await startOne(context, recording, names[index] ?? `node-${index}`));
  }
  return recordings.map(({ networkName }) => networkName).join(', ');
}

async function startOne(context: StackContext, recording: Recording, name: string): Promise<RecordedNode> {
  const { folder, options, ports, secrets } = context;
  const port = await ports.take(`node-${name}`);
  const zmqPort = await ports.take(`node-${name}-zmq`);
  const args = [
    ...['--recording', recording.dir],
    ...['--from', String(options.from ?? recording.startHeight)],
    ...(options.intervalMs === 0 ? [] : ['--interval', String(options.intervalMs)]),
    // A tip that stands still has no end to go beyond.
    ...['--at-end', options.continues && options.intervalMs !== 0 ? 'continue' : 'stand'],
    ...['--port', String(port)],
    ...['--state', folder.nodeState(name)],
    // As with a real node, transactions are pending before their block, and ZMQ announces both.
    ...['--pool', '--zmq', String(zmqPort)],
  ];
  const log = new RotatingLog(folder.log(`node-${name}`));
  const env = { RECORDED_NODE_USER: USER, RECORDED_NODE_PASSWORD: secrets.nodePassword };
  const kept = await keepRunning({
    name: `node-${name}`,
    onTrouble: context.onTrouble,
    launch: () => spawnLogged(exitWithParent('TERM', [process.execPath, PROGRAM, ...args]), env, log),
  });
  context.processes.push(kept);
  await waitForListener({ name: `the recorded node of ${recording.networkName}`, port, process: kept, log });
  const { chainId, networkName, environment, blockTimeSeconds, tipHeight: recordedHeight } = recording;
  const url = `http://127.0.0.1:${port}`;
  const zmqUrl = `tcp://127.0.0.1:${zmqPort}`;
  const login = { user: USER, password: secrets.nodePassword };
  return { name, chainId, networkName, environment, blockTimeSeconds, recordedHeight, url, zmqUrl, ...login };
}
