import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { CommandContext } from '#/cli/command-context.ts';
import { CommandError } from '#/cli/command-error.ts';
import { print, remark } from '#/cli/print.ts';
import { ensureWebhookKey } from '#/webhooks/ensure-webhook-key.ts';
import { toEnvironment, toSource } from '#/webhooks/manage-webhooks.ts';
import { asked, toAccountsError } from '#/webhooks/webhooks-error.ts';
import { readSource } from './read-source.ts';
import type { ListenOptions } from './webhook-options.ts';
import { findTeamId } from './webhook-team.ts';

const TIMEOUT_MS = 15_000;

/** `webhooks listen`: events go to a program on this machine, signed as webhooks are, until the process is interrupted. */
export async function listen(context: CommandContext, options: ListenOptions): Promise<void> {
  if (!URL.canParse(options.forwardTo)) throw new CommandError(`${JSON.stringify(options.forwardTo)} is not a URL.`);
  const secret = options.secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  const environment = options.live ? 'live' : 'test';
  const teamId = await findTeamId(context, options.team);
  const { eventTypes } = await asked(context.webhooks().listEventTypes({}));
  const source = toSource(readSource(options, eventTypes));
  await ensureWebhookKey(context, context.operator, teamId, environment);
  const closing = new AbortController();
  process.once('SIGINT', () => closing.abort());
  process.once('SIGTERM', () => closing.abort());
  const wanted = { teamId, environment: toEnvironment(environment), source };
  try {
    for await (const event of context.webhooks().watchEvents(wanted, { signal: closing.signal, timeoutMs: 0 })) {
      if (event.webhookId === '') remark(`Events go to ${options.forwardTo}, signed with ${secret} (Ctrl-C ends).`);
      else await forward(options, secret, event);
    }
  } catch (error) {
    if (!closing.signal.aborted) throw toAccountsError(error);
  }
}

async function forward(
  { forwardTo, json }: ListenOptions,
  secret: string,
  { webhookId, eventType, payloadJson: body }: { webhookId: string; eventType: string; payloadJson: string },
): Promise<void> {
  const at = new Date();
  const signature = new Webhook(secret).sign(webhookId, at, body);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': webhookId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature,
  };
  const answer = await send(forwardTo, headers, body);
  if (json) print(JSON.stringify({ webhookId, eventType, answer, payload: JSON.parse(body) }));
  else print(`${at.toISOString()}  ${eventType}  ${webhookId}  ${answer}`);
}

async function send(url: string, headers: Record<string, string>, body: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}
