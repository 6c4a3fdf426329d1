import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { runIndexerProcess } from '@ledgergraph/chain-kit/indexing/run-indexer-process';
import { identityHandler } from '#/indexing/identity-handler.ts';
import { readIndexerEnv } from './env.ts';

const env = readIndexerEnv();

await runIndexerProcess({ consumer: 'identities', env, connect: openWriter, handler: identityHandler });
