import { parseArgs } from 'node:util';
import { Random } from '@ledgergraph/chain-generator/random';
import type { Seed } from './plan/plan.ts';
import { readRegressions } from './seeds/regressions.ts';
import { runSeed, type SeedOutcome } from './seeds/run-seed.ts';
import { startStage } from './stage/start-stage.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    rewinds: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const print = (text: string): boolean => process.stdout.write(`${text}\n`);

const seeds = listSeeds();
const stage = await startStage(new Random(seeds[0]?.seed ?? 0));
const failed: string[] = [];
const startedAt = performance.now();
let outcomes = 0;
for (const drawn of seeds) {
  const outcome = await runSeed(stage, drawn);
  outcomes += 1;
  print(describe(outcome));
  if (values.verbose) for (const line of outcome.story) print(`    ${line}`);
  if (outcome.violations.length === 0) continue;
  const name = `${drawn.seed}${drawn.rewinds ? ' --rewinds' : ''}`;
  failed.push(name);
  for (const violation of outcome.violations.slice(0, 10)) print(`    ${violation.slice(0, 600)}`);
  print(`    To replay it: npm run fault -- --seed ${name} --verbose`);
}
await stage.stop({ keepDir: failed.length > 0 });
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
print(`${outcomes - failed.length} passed, ${failed.length} failed (seeds: ${outcomes}, ${minutes} min)`);
if (failed.length > 0) {
  print(`Failed: ${failed.join(', ')}. Keep them in test/fault/regressions.json. Logs: ${stage.dir}/logs`);
}
process.exit(failed.length === 0 ? 0 : 1);

/** `--seed S`: that one. `--seed S --seeds N`: N from S on. `--seeds N`: the kept ones, and N from 1 on. */
function listSeeds(): Seed[] {
  const first = values.seed === undefined ? undefined : Number(values.seed);
  const count = values.seeds === undefined ? (first === undefined ? 25 : 1) : Number(values.seeds);
  const drawn = Array.from({ length: count }, (_, index) => ({
    seed: (first ?? 1) + index,
    rewinds: values.rewinds,
  }));
  return first === undefined ? [...readRegressions(), ...drawn] : drawn;
}

function describe({ seed, violations, figures }: SeedOutcome): string {
  const { blocks, reorganisations, depthMax, kills, answers, blocksRead, streams, repeats, settleMs, totalMs } =
    figures;
  const { pendingSeen, pendingLast, states } = figures;
  const counts = Array.from(states, ([state, count]) => `${count} ${state}`).join(', ');
  return (
    `${violations.length === 0 ? 'ok  ' : 'FAIL'} seed ${seed}: ${blocks} blocks, ${reorganisations} reorganisations (deepest ${depthMax}), ` +
    `${kills} kills, ${answers} answers at ${blocksRead} blocks, ${streams} streams, ${repeats} webhooks repeated, ${pendingSeen} seen pending (${counts}), ${pendingLast} at the end, settled in ${(settleMs / 1000).toFixed(1)} s of ${(totalMs / 1000).toFixed(1)} s`
  );
}
