import { createLogger } from '@ledgergraph/service-kit/logger';
import { runProcess } from '@ledgergraph/service-kit/process';
import { connectDatabase } from './context.ts';
import { createApiServer } from './create-api-server.ts';
import { readApiEnv } from './env.ts';
import { logStalls } from './progress/log-stalls.ts';

const env = readApiEnv();
const logger = createLogger('blocks-api', env.LOG_LEVEL);

await runProcess('blocks api', logger, async (onStop) => {
  const db = connectDatabase(env.DATABASE_URL);
  onStop(() => db.$disconnect());
  onStop(logStalls(db, env.SUBGRAPHS, logger));
  const server = await createApiServer({ db, secret: env.INTERNAL_SECRET, subgraphs: env.SUBGRAPHS, logger });
  onStop(() => server.close());
  await server.listen({ host: env.HOST, port: env.PORT });
});
