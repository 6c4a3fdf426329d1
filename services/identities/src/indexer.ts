import { runIndexerProcess } from '@ledgergraph/service-kit/indexing/run-indexer-process';
import { createContext } from '#/context.ts';
import { readIndexerEnv } from '#/env.ts';
import { identityHandler } from '#/indexing/identity-handler.ts';

const env = readIndexerEnv();
const { db } = createContext(env.DATABASE_URL);

await runIndexerProcess({ consumer: 'identities', env, db, handler: identityHandler });
