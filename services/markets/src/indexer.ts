import { runIndexerProcess } from '@ledgergraph/chain-kit/indexing/run-indexer-process';
import { handler } from '#/indexing/handler.ts';
import { createContext } from './context.ts';
import { readIndexerEnv } from './env.ts';

const env = readIndexerEnv();

await runIndexerProcess({ consumer: 'markets', env, connect: (url) => createContext(url).db, handler });
