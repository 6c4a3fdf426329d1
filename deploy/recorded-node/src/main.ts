import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { DEMO_RECORDINGS, findDemoStart } from './demo-recordings.ts';
import { readCredentials } from './env.ts';
import { readMeta, recordingDir } from './recording.ts';
import { type Peers, type RecordedNodeOptions, startRecordedNode } from './start-recorded-node.ts';

interface Flags {
  recording: string[];
  from?: number | 'end';
  interval?: number;
  host: string;
  port: number;
  state?: string;
  zmq?: number;
  pool?: boolean;
  atEnd: 'stand' | 'continue';
}

const program = new Command('recorded-node')
  .description('verusd’s JSON-RPC over recording folders. Credentials: RECORDED_NODE_USER and RECORDED_NODE_PASSWORD.')
  .option('--recording <dir...>', 'recording folders (default: those of the demo)', DEMO_RECORDINGS.map(recordingDir))
  .option(
    '--from <height|end>',
    'height of the tip at start (default: where npm start begins); end: the recorded tip',
    readFrom,
  )
  .option('--interval <ms>', 'milliseconds between two steps of the tip; absent: it stands still', readWhole)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option(
    '--port <port>',
    'port to listen on, for each further recording the next one; 0 takes free ones',
    readWhole,
    0,
  )
  .option('--state <dir>', 'keep the positions in this folder and resume from them')
  .option('--zmq <port>', 'announce new tips and transactions over ZeroMQ on this port and the next ones', readWhole)
  .option('--pool', 'let transactions enter the pool ahead of their blocks')
  .addOption(
    new Option(
      '--at-end <what>',
      'where the recording ends: stand still, or continue with generated blocks at a fifth of the pace',
    )
      .choices(['stand', 'continue'])
      .default('stand'),
  );

const flags = program.parse().opts<Flags>();
try {
  const peers: Peers = new Map();
  for (const [index, dir] of flags.recording.entries()) {
    const node = await startRecordedNode({ ...toOptions(flags, dir, index), peers });
    const { url, zmqUrl } = node;
    const network = readMeta(dir).name;
    process.stdout.write(`${JSON.stringify({ msg: 'listening', network, url, zmqUrl, tip: node.tip() })}\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => node.stop());
  }
} catch (error) {
  program.error(error instanceof Error ? error.message : String(error));
}

function toOptions(flags: Flags, dir: string, index: number): RecordedNodeOptions {
  const { from = findDemoStart(dir), interval, host, port, state, zmq, pool = false, atEnd } = flags;
  return {
    ...readCredentials(),
    recordingDir: dir,
    from,
    host,
    pool,
    port: port === 0 ? 0 : port + index,
    continues: atEnd === 'continue',
    ...(interval === undefined ? {} : { intervalMs: interval }),
    ...(state === undefined ? {} : { stateFile: path.join(state, `${readMeta(dir).name}.json`) }),
    ...(zmq === undefined ? {} : { zmqPort: zmq === 0 ? 0 : zmq + index }),
  };
}

function readFrom(text: string): number | 'end' {
  return text === 'end' ? text : readWhole(text);
}

function readWhole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('a whole number is expected');
  return Number(text);
}
