import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { runIndexerProcess } from '@ledgergraph/chain-kit/indexing/run-indexer-process';
import { Disagreements } from '#/indexing/disagreements.ts';
import { createHandler } from '#/indexing/handler.ts';
import { readIndexerEnv } from './env.ts';

const env = readIndexerEnv();
const disagreements = new Disagreements();

await runIndexerProcess({
  consumer: 'markets',
  env,
  connect: openWriter,
  handler: createHandler(disagreements),
  measure: (registry) => disagreements.measure(registry),
});
