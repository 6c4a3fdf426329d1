import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { SHAPES } from './gateway/shapes.ts';

const PARTS = [
  'backfill',
  'generated-backfill',
  'new-block-latency',
  'gateway',
  'gateway-alone',
  'public-gateways',
  'gateway-cached',
  'gateway-memory',
  'big-address',
  'wallet',
  'live',
  'mempool',
  'replicas',
  'fairness',
  'portal',
  'node-rpc',
  'exports',
  'export-reorganised',
] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  /** Each is a fresh comparison with the rival. */
  rounds: number;
  parts: readonly Part[];
  shapes: readonly string[];
  blocks: number;
  json: boolean;
}

const ROUNDS_DEFAULT = 5;
const BLOCKS_DEFAULT = 5_000;

interface Flags {
  rounds: number;
  only?: Part;
  blocks: number;
  shapes?: string[];
  json?: boolean;
}

/** Returns an exit code where help was asked for or a flag is wrong. */
export function readOptions(args: readonly string[]): BenchOptions | number {
  const program = createProgram();
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
  const flags = program.opts<Flags>();
  return {
    rounds: flags.rounds,
    parts: flags.only === undefined ? PARTS : [flags.only],
    shapes: flags.shapes ?? SHAPES.map(({ name }) => name),
    blocks: flags.blocks,
    json: flags.json ?? false,
  };
}

function createProgram(): Command {
  const program: Command = new Command('npm run bench --')
    .description('Measures this project against plain rivals, in one run on this machine, and prints the ratios.')
    .option('--rounds <n>', 'measured rounds', parseCount, ROUNDS_DEFAULT)
    .option('--blocks <n>', 'length of the generated chain', parseCount, BLOCKS_DEFAULT)
    .addOption(new Option('--only <part>', 'measure one part').choices(PARTS))
    .option('--shapes <names>', 'query shapes, comma separated (default: all)', parseShapes)
    .option('--json', 'print JSON instead of tables')
    .addHelpText('after', `\nQuery shapes: ${SHAPES.map(({ name }) => name).join(', ')}`)
    .allowExcessArguments(false)
    .exitOverride();
  return program;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new InvalidArgumentError('a whole number from 1 up');
}

function parseShapes(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !SHAPES.some((shape) => shape.name === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`no such shape: ${unknown.join(', ')}`);
  return names;
}
