import { existsSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import { DEMO_RECORDINGS } from '@ledgergraph/recorded-node/demo-recordings';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { BAD_PORT_FAULT, isBadPort } from '@ledgergraph/service-kit/bad-ports';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { inRepository } from '#/repository.ts';
import type { StackOptions } from '#/stack/stack-options.ts';

const PORT_MAX = 65_535;
const DEFAULT_RECORDINGS = DEMO_RECORDINGS.map(recordingDir);

interface Flags {
  recording?: string[];
  from?: number | 'end';
  interval: number;
  atEnd: 'stand' | 'continue';
  data: string;
  port: number;
  networks?: string;
  reset?: boolean;
}

/** Returns an exit code where help was asked for or a flag is wrong; the words are printed. */
export function readStartOptions(args: string[], write = writeToTerminal): StackOptions | number {
  const program = createProgram().configureOutput({ writeOut: write, writeErr: write });
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
  const flags = program.opts<Flags>();
  return {
    dataDir: resolve(flags.data),
    port: flags.port,
    recordings: flags.recording ?? DEFAULT_RECORDINGS,
    from: flags.from,
    intervalMs: flags.interval,
    continues: flags.atEnd === 'continue',
    networksFile: flags.networks,
    reset: flags.reset === true,
    processes: 'few',
  };
}

function createProgram(): Command {
  const program: Command = new Command('npm start --')
    .description('Starts Ledgergraph on this machine: database, broker, nodes, services and gateway.')
    .option(
      '--recording <dir>',
      'folder of a recorded network to serve as a node; may be repeated (default: of test/recordings vrsctest-a for test keys; vrsc-generated and island-generated, which send to each other, for live keys)',
      addRecording,
    )
    .option(
      '--from <height>',
      'tip of the recorded nodes at the first start: a height, or "end" (default: shortly before the first recorded reorganisation; a recording may name its own)',
      parseHeight,
    )
    .option('--interval <ms>', 'milliseconds between two blocks of a recorded node', parseNumber(0, 86_400_000), 2000)
    .addOption(
      new Option(
        '--at-end <what>',
        'where a recording ends: stand still, or continue with generated blocks at a fifth of the pace',
      )
        .choices(['stand', 'continue'])
        .default('continue'),
    )
    .option('--data <dir>', 'where everything is kept', inRepository('.ledgergraph'))
    .option(
      '--reset',
      'begin again from nothing: first remove all that earlier starts have kept there (databases with accounts and webhooks, keys, logs)',
    )
    .option('--port <n>', 'port of the gateway', parsePort, 4000)
    .option(
      '--networks <file>',
      'networks.yaml of real nodes, instead of recordings (see networks.example.yaml)',
      parseFile,
    )
    .allowExcessArguments(false)
    .exitOverride()
    .showHelpAfterError('(npm start -- --help lists the flags)');
  program.action(({ networks, recording, from }: Flags, command: Command) => {
    if (networks === undefined || (recording === undefined && from === undefined)) return;
    command.error('error: --networks is about real nodes; --recording and --from are about recorded ones');
  });
  return program;
}

function writeToTerminal(text: string): void {
  process.stderr.write(text);
}

function addRecording(text: string, earlier: string[] | undefined): string[] {
  const dir = resolve(text);
  if (!existsSync(join(dir, 'meta.json'))) throw new InvalidArgumentError('There is no meta.json in it.');
  return [...(earlier ?? []), dir];
}

function parseHeight(text: string): number | 'end' {
  return text === 'end' ? text : parseNumber(0, Number.MAX_SAFE_INTEGER)(text);
}

function parsePort(text: string): number {
  const port = parseNumber(1, PORT_MAX)(text);
  if (isBadPort(port)) throw new InvalidArgumentError(BAD_PORT_FAULT);
  return port;
}

function parseNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(
      `Wanted: a whole number of at least ${min}${max < Number.MAX_SAFE_INTEGER ? ` and at most ${max}` : ''}.`,
    );
  };
}

function parseFile(text: string): string {
  if (!existsSync(resolve(text))) throw new InvalidArgumentError('There is no such file.');
  return resolve(text);
}

// npm runs scripts in the repository's root, wherever a relative path was typed.
function resolve(path: string): string {
  return resolvePath(process.env.INIT_CWD ?? '', path);
}
