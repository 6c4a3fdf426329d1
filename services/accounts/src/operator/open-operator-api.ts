import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { createHttpServer } from '@ledgergraph/service-kit/http/create-http-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createContext } from '#/context.ts';
import type { DashboardDeps } from '#/dashboard/dashboard-deps.ts';
import { keyRoutes } from '#/dashboard/key-routes.ts';
import { operatorRoutes } from '#/dashboard/operator/operator-routes.ts';
import { answerErrors } from '#/dashboard/read-error.ts';
import { refuseTexts } from '#/dashboard/refuse-texts.ts';
import { webhookRoutes } from '#/dashboard/webhook-routes.ts';
import { readCommandEnv } from '#/env.ts';
import { connectWebhooks } from '#/webhooks/connect-webhooks.ts';
import { openCommandAnnouncer } from './command-announcer.ts';
import { readLocalStack } from './read-local-stack.ts';

export interface OperatorApi {
  send: (path: string, request: { method?: string; body?: string | null }) => Promise<Response>;
  close: () => Promise<void>;
}

/** For set-up and repair, without a token or a running api. @param dataDir undefined: the environment, else the nearest local stack */
export async function openOperatorApi(
  dataDir: string | undefined,
  remark: (line: string) => void,
): Promise<OperatorApi> {
  const settings = (dataDir === undefined ? readCommandEnv() : undefined) ?? (await readLocalStack(dataDir));
  const { db, now } = createContext(settings.DATABASE_URL);
  const announcer = openCommandAnnouncer(settings, remark);
  const logger = createLogger('command', 'silent');
  logger.error = (fault: unknown) => remark(String((fault as { err?: Error }).err?.stack));
  const server = createHttpServer();
  const deps: Partial<DashboardDeps> = {
    db,
    now,
    announcer,
    logger,
    brand: settings.KEY_BRAND,
    pepper: settings.KEY_PEPPER,
    webhooks: connectWebhooks(settings.WEBHOOKS_URL, settings.INTERNAL_SECRET),
    operator: operatorName(),
    cursorSecret: randomUUID(),
  };
  answerErrors(server, logger);
  server.addHook('preValidation', refuseTexts);
  // The other routes are for people who sign in.
  keyRoutes(server, deps as DashboardDeps);
  webhookRoutes(server, deps as DashboardDeps);
  await server.register(async (scope) => operatorRoutes(scope, deps as DashboardDeps), { prefix: '/operator' });
  return {
    send: async (path, { method = 'GET', body = null }) => {
      const headers = body === null ? {} : { 'content-type': 'application/json' };
      const answer = await server.inject({
        method: method as 'GET',
        url: path,
        headers,
        ...(body !== null && { body }),
      });
      return new Response(answer.body, {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
      });
    },
    close: async () => {
      await server.close();
      await announcer.close();
      await db.$disconnect();
    },
  };
}

function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user id may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
