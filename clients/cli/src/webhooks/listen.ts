import { openEvents } from '@ledgergraph/dashboard-api/open-events';
import { CommandError, remark } from '@ledgergraph/dashboard-api/output';
import type { PreviewedEvent } from '@ledgergraph/dashboard-api/webhook-contract';
import { readOwnVariables } from '@ledgergraph/dashboard-api/webhook-texts';
import type { Context } from '#/context.ts';
import { Forwarder, type ListenedEvent } from './forward.ts';
import { readOwnStream } from './own-stream.ts';
import { readSource } from './read-source.ts';
import type { ListenOptions } from './webhook-options.ts';

export async function listen(context: Context, options: ListenOptions): Promise<void> {
  const forwarder = new Forwarder(options);
  const closing = new AbortController();
  const close = () => closing.abort();
  process.once('SIGINT', close).once('SIGTERM', close);
  try {
    for await (const event of await openSource(context, options, closing.signal)) {
      if (event === 'open') remark(`Events go to ${options.forwardTo}, signed with ${forwarder.secret} (Ctrl-C ends).`);
      else await forwarder.forward(event);
    }
    throw new CommandError('The stream of events has ended. Start again to go on.');
  } catch (error) {
    if (!closing.signal.aborted) throw error;
  } finally {
    process.off('SIGINT', close).off('SIGTERM', close);
  }
}

/** A subscription of one's own is read with the key; event types are read by the service. */
async function openSource(
  context: Context,
  options: ListenOptions,
  signal: AbortSignal,
): Promise<AsyncIterable<ListenedEvent | 'open'>> {
  const { subscription, variable = {} } = options;
  if (subscription !== undefined && context.key !== undefined)
    return readOwnStream(context.site.origin, context.key, subscription, readOwnVariables(variable), signal);
  const source = await readSource(context, options);
  return readTypedEvents(context, `${await context.teamPath(options.team)}/webhook-listen`, source, signal);
}

async function* readTypedEvents(
  { site }: Context,
  path: string,
  source: object,
  signal: AbortSignal,
): AsyncGenerator<ListenedEvent | 'open'> {
  for await (const { event, data } of openEvents(path, JSON.stringify(source), signal, site)) {
    if (event === 'ready') yield 'open';
    if (event === 'event') yield JSON.parse(data) as PreviewedEvent;
    if (event === 'fault') throw new CommandError((JSON.parse(data) as { message: string }).message);
  }
}
