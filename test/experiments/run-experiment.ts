import { installPackages } from '@ledgergraph/tools/apt';
import { describeMachine } from '../bench/report/describe-machine.ts';
import { EXPERIMENTS } from './experiments.ts';
import type { ExperimentOptions } from './read-options.ts';

/** Prints findings as the documentation holds them. @returns 1 when a guarantee did not hold */
export async function runExperiment(options: ExperimentOptions, cleanup: AsyncDisposableStack): Promise<number> {
  const { name, settings } = options;
  const experiment = await EXPERIMENTS[name]?.();
  if (experiment === undefined) throw new Error(`no experiment is called ${name}`);
  const machine = describeMachine();
  if (experiment.packages.length > 0) await installPackages([...experiment.packages]);
  const { facts, violations } = await experiment.run({ cleanup, settings, progress });
  const day = new Date().toISOString().slice(0, 10);
  const lines = [`${name}, ${day}. ${machine}.`, ...facts.map((fact) => `- ${fact}`)];
  if (violations.length > 0) lines.push('Violations:', ...violations.map((violation) => `- ${violation}`));
  process.stdout.write(`${lines.join('\n')}\n`);
  return violations.length === 0 ? 0 : 1;
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
