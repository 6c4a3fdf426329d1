import { once } from 'node:events';
import { generateCode } from '@ledgergraph/tools/codegen/codegen';
import { readOptions } from './read-options.ts';
import { runExperiment } from './run-experiment.ts';

const options = readOptions(process.argv.slice(2));
if (typeof options === 'number') process.exit(options);
await generateCode();
const cleanup = new AsyncDisposableStack();
/** Ctrl-C and SIGTERM end what was started, too. */
const stopped = ['SIGINT', 'SIGTERM'].map((signal) => once(process, signal).then(() => 1));
try {
  process.exitCode = await Promise.race([runExperiment(options, cleanup), ...stopped]);
} finally {
  await cleanup.disposeAsync();
}
process.exit();
