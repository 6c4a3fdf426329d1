import { BODY_BYTES_MAX } from '#/http/body-concurrency.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { pinsWith } from '#/portal/portal-leave.ts';
import { CachedResponse } from '#/response-cache/cached-response.ts';
import { InFlightResponse, type ResponseCache } from '#/response-cache/response-cache.ts';
import { type CallContext, type CallRequest, keyOf } from './call-context.ts';

export interface TakeCachedOptions {
  cache: ResponseCache | null;
  tips: Pick<TipFollower, 'pins'>;
  supergraph: () => string;
}

type Taken = CachedResponse | undefined;

/**
 * Fixes the blocks that the call reads at, and takes the response if it is known at them or an equal request is fetching it. Such a call
 * counts like any other. Undefined: the operation runs.
 */
export function takeCached(
  request: CallRequest,
  context: CallContext,
  { cache, tips, supergraph }: TakeCachedOptions,
): Taken | Promise<Taken> {
  const { environment } = keyOf(context);
  const { leave } = context;
  const latest = tips.pins(environment);
  context.pins = pinsWith(leave, latest);
  // Its response depends on more than the text and the latest blocks.
  if (leave?.pageMax !== undefined || context.pins !== latest) return undefined;
  // A large request sends a transaction, and its response is not cached.
  if (cache === null || (context.bodyText ?? '').length > BODY_BYTES_MAX) return undefined;
  const taken = cache.take(context.cacheKey(cache.keys, request, supergraph()), context.pins);
  if (taken instanceof CachedResponse) return taken;
  if (taken instanceof InFlightResponse) {
    context.inFlight = taken;
    // Otherwise equal requests would wait for ever.
    request.onClosed(() => taken.drop());
    return undefined;
  }
  return taken.then((shared) => {
    // The wait may be for nothing, and the tip may have moved during it.
    if (shared === undefined) context.pins = pinsWith(leave, tips.pins(environment));
    return shared;
  });
}
