import { runIndexerProcess } from '@ledgergraph/service-kit/indexing/run-indexer-process';
import { createContext } from '#/context.ts';
import { readIndexerEnv } from '#/env.ts';
import { currencyHandler } from '#/indexing/currency-handler.ts';

const env = readIndexerEnv();
const { db } = createContext(env.DATABASE_URL);

await runIndexerProcess({ consumer: 'currencies', env, db, handler: currencyHandler });
