import { once } from 'node:events';
import { generateCode } from '@ledgergraph/tools/codegen/codegen';
import { type BenchOptions, readOptions } from './read-options.ts';

const options = readOptions(process.argv.slice(2));
process.exit(typeof options === 'number' ? options : await untilStopped(options));

/** Ctrl-C and SIGTERM end what was started, too. */
async function untilStopped(options: BenchOptions): Promise<number> {
  await generateCode();
  const { bench } = await import('./bench.ts');
  const cleanup = new AsyncDisposableStack();
  const stopped = ['SIGINT', 'SIGTERM'].map((signal) => once(process, signal).then(() => 1));
  try {
    return await Promise.race([bench(options, cleanup), ...stopped]);
  } finally {
    await cleanup.disposeAsync();
  }
}
