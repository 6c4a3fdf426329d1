import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { runIndexerProcess } from '@ledgergraph/chain-kit/indexing/run-indexer-process';
import { createAddressHandler } from '#/indexing/address-handler.ts';
import { readIndexerEnv } from './env.ts';

const env = readIndexerEnv();

await runIndexerProcess({
  consumer: 'addresses',
  env,
  connect: openWriter,
  handler: createAddressHandler(),
});
