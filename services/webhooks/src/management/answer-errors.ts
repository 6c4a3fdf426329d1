import type { Logger } from '@ledgergraph/service-kit/logger';
import { findUnstorable, NOT_STORABLE } from '@ledgergraph/service-kit/storable-text';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { WebhookError, type WebhookErrorCode } from '#/webhook-error.ts';

const ANSWERS: Record<WebhookErrorCode, readonly [number, string]> = {
  INVALID: [400, 'INVALID_INPUT'],
  NOT_FOUND: [404, 'NOT_FOUND'],
  PLAN_LIMIT: [409, 'CONFLICT'],
  TOO_MANY: [429, 'TOO_MANY_REQUESTS'],
  SETTLED: [429, 'TOO_MANY_REQUESTS'],
  NOT_NOW: [503, 'UNAVAILABLE'],
};
/** A test event has its answer after five seconds at most. */
const RETRY_SECONDS = '5';
const NOT_NOW = 'Webhooks cannot be read or changed at the moment. Try again.';

/** An internal error does not reveal its cause. */
export function answerErrors(scope: FastifyInstance, logger: Logger): void {
  scope.addHook('preValidation', refuseTexts);
  scope.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number };
    const refusal =
      error instanceof WebhookError || statusCode >= 500
        ? error
        : new WebhookError('INVALID', 'The request cannot be read.');
    if (!(refusal instanceof WebhookError)) logger.error({ err: error }, 'a call about webhooks failed');
    const { code, message, fields } = refusal instanceof WebhookError ? refusal : new WebhookError('NOT_NOW', NOT_NOW);
    const [status, shown] = ANSWERS[code];
    if (status === 429) reply.header('retry-after', RETRY_SECONDS);
    return reply.code(status).send({ error: { code: shown, message, ...(fields !== undefined && { fields }) } });
  });
}

/** @throws WebhookError INVALID with the problem of each member */
export function readInput<Output>(schema: z.ZodType<Output>, given: unknown): Output {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fields[String(path[0] ?? '')] ??= message;
  throw new WebhookError('INVALID', Object.values(fields)[0] ?? 'The request cannot be read.', fields);
}

async function refuseTexts({ params, query, body }: FastifyRequest): Promise<void> {
  if (findUnstorable(params) !== undefined) throw new WebhookError('NOT_FOUND', 'There is no such webhook endpoint.');
  if (findUnstorable(query) !== undefined || findUnstorable(body) !== undefined)
    throw new WebhookError('INVALID', NOT_STORABLE);
}
