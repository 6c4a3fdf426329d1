import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { runIndexerProcess } from '@ledgergraph/chain-kit/indexing/run-indexer-process';
import { currencyHandler } from '#/indexing/currency-handler.ts';
import { readIndexerEnv } from './env.ts';

const env = readIndexerEnv();

await runIndexerProcess({ consumer: 'currencies', env, connect: openWriter, handler: currencyHandler });
