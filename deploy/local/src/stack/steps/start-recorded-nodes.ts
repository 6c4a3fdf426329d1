import { type Peers, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import type { RecordedNode } from '#/stack/recorded-node.ts';
import type { StackContext } from '#/stack/stack-context.ts';
import { StackError } from '#/stack/stack-error.ts';
import { type Recording, readRecording } from './read-recording.ts';
import { writeNetworksFile } from './write-networks-file.ts';

export const RECORDED_USER = 'recorded';

/** One per recording, in this process. Also writes the list of networks that names them. */
export async function startRecordedNodes(context: StackContext): Promise<string> {
  const recordings = await Promise.all(context.options.recordings.map(readRecording));
  const names = recordings.map(({ networkName }) => networkName.toLowerCase());
  if (new Set(recordings.map(({ chainId }) => chainId)).size < recordings.length) {
    throw new StackError('Two of the recordings are of the same chain; each network can be served once');
  }
  const peers: Peers = new Map();
  for (const [index, recording] of recordings.entries()) {
    context.recordedNodes.push(await startOne(context, { ...recording, peers }, names[index] ?? `node-${index}`));
  }
  await writeNetworksFile(context);
  return recordings.map(({ networkName }) => networkName).join(', ');
}

async function startOne(
  context: StackContext,
  recording: Recording & { peers: Peers },
  name: string,
): Promise<RecordedNode> {
  const { folder, options, ports, secrets } = context;
  const { chainId, networkName, environment, blockTimeSeconds, tipHeight: recordedHeight } = recording;
  const login = { user: RECORDED_USER, password: secrets.nodePassword };
  const moves = options.intervalMs > 0;
  const node = await startRecordedNode({
    ...login,
    recordingDir: recording.dir,
    from: options.from ?? recording.startHeight,
    ...(moves && { intervalMs: options.intervalMs }),
    // A tip that stands still never passes the end of the recording.
    continues: options.continues && moves,
    peers: recording.peers,
    port: await ports.take(`node-${name}`),
    stateFile: folder.nodeState(name),
    // As with a real node, transactions are pending before their block, and ZMQ announces both.
    pool: true,
    zmqPort: await ports.take(`node-${name}-zmq`),
  });
  const { url, zmqUrl = '' } = node;
  context.processes.push({ name: `node-${name}`, pid: undefined, quickDeaths: 0, stop: () => node.stop() });
  return { name, chainId, networkName, environment, blockTimeSeconds, recordedHeight, url, zmqUrl, ...login };
}
