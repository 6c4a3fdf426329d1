import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { EXPERIMENTS } from './experiments.ts';

export interface ExperimentOptions {
  name: string;
  settings: ReadonlyMap<string, string>;
}

interface Flags {
  only: string;
  set: Map<string, string>;
}

/** Returns an exit code where help was asked for or a flag is wrong. */
export function readOptions(args: readonly string[]): ExperimentOptions | number {
  const program = new Command('npm run experiment --')
    .description(
      'Runs one experiment on real engines on this machine, and prints what it found. It takes minutes to hours.',
    )
    .addOption(new Option('--only <name>', 'the experiment').choices(Object.keys(EXPERIMENTS)).makeOptionMandatory())
    .option('--set <name=value>', 'changes a parameter of the experiment; repeatable', addSetting, new Map())
    .allowExcessArguments(false)
    .exitOverride();
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
  const { only, set } = program.opts<Flags>();
  return { name: only, settings: set };
}

function addSetting(text: string, settings: Map<string, string>): Map<string, string> {
  const found = /^([a-z-]+)=(.*)$/.exec(text);
  if (found === null) throw new InvalidArgumentError('name=value');
  return settings.set(found[1] as string, found[2] as string);
}
