import { openWriter } from '@ledgergraph/service-kit/db/sql-writer';
import { runIndexerProcess } from '@ledgergraph/service-kit/indexing/run-indexer-process';
import { readIndexerEnv } from '#/env.ts';
import { createAddressHandler } from '#/indexing/address-handler.ts';

const env = readIndexerEnv();

await runIndexerProcess({
  consumer: 'addresses',
  env,
  db: openWriter(env.DATABASE_URL),
  handler: createAddressHandler(),
});
