import { Command, InvalidArgumentError, Option } from 'commander';
import { readCredentials } from './env.ts';
import { type RecordedNodeOptions, startRecordedNode } from './start-recorded-node.ts';

interface Flags {
  recording: string;
  from: number | 'end';
  interval?: number;
  host: string;
  port: number;
  state?: string;
  zmq?: number;
  pool?: boolean;
  atEnd: 'stand' | 'continue';
}

const program = new Command('recorded-node')
  .description('verusd’s JSON-RPC over a recording folder. Credentials: RECORDED_NODE_USER and RECORDED_NODE_PASSWORD.')
  .requiredOption('--recording <dir>', 'recording folder')
  .option('--from <height|end>', 'height of the tip at start; end: the recorded tip', readFrom, 'end')
  .option('--interval <ms>', 'milliseconds between two steps of the tip; absent: it stands still', readWhole)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--port <port>', 'port to listen on; 0 takes a free one', readWhole, 0)
  .option('--state <file>', 'keep the position here and resume from it')
  .option('--zmq <port>', 'announce new tips and transactions over ZeroMQ on this port', readWhole)
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
  const node = await startRecordedNode(toOptions(flags));
  process.stdout.write(
    `${JSON.stringify({ msg: 'listening', url: node.url, zmqUrl: node.zmqUrl, tip: node.tip() })}\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => node.stop());
} catch (error) {
  program.error(error instanceof Error ? error.message : String(error));
}

function toOptions({ recording, interval, state, zmq, atEnd, ...rest }: Flags): RecordedNodeOptions {
  return {
    ...rest,
    ...readCredentials(),
    recordingDir: recording,
    continues: atEnd === 'continue',
    ...(interval === undefined ? {} : { intervalMs: interval }),
    ...(state === undefined ? {} : { stateFile: state }),
    ...(zmq === undefined ? {} : { zmqPort: zmq }),
  };
}

function readFrom(text: string): number | 'end' {
  return text === 'end' ? text : readWhole(text);
}

function readWhole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('a whole number is expected');
  return Number(text);
}
