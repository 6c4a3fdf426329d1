import type { IncomingMessage } from 'node:http';
import type { Caller } from '#/admission/callers.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { ParsedKey } from '#/auth/parsed-keys.ts';
import type { Call } from '#/calls/call-tracker.ts';
import type { GraphContext } from '#/operation/graph-context.ts';
import type { Tip } from '#/pin/tip.ts';
import type { RequestKeys } from '#/response-cache/request-keys.ts';
import type { InFlightResponse } from '#/response-cache/response-cache.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request to the graph. */
    callContext: CallContext | null;
  }
}

const BEGUN = Symbol('the call that the front door began');

interface BegunRequest extends IncomingMessage {
  [BEGUN]?: CallContext;
}

/**
 * One call on its way through the stages (docs/gateway-stages.md). Each stage leaves its result here, and later stages read it instead of
 * working it out again, whether the stage ran in the front door or in the route.
 */
export class CallContext {
  /** The key that the request shows, as far as its text tells. */
  parsedKey: ParsedKey | undefined;
  /** Origin of the web page that asks, if it is not ours. */
  origin: string | undefined;
  /** Null until the key is asked for. */
  caller: Caller | null = null;
  /** Null until the key is accepted. */
  key: KnownKey | null = null;
  /** Null until the call is opened. */
  call: Call | null = null;
  /** A JSON body as it came; empty for GET. */
  bodyText = '';
  /** Blocks that the call reads at; set by the pin stage. */
  pins: readonly Tip[] = [];
  /** Set while the response may be kept for equal requests. */
  inFlight: InFlightResponse | null = null;
  /** Set when the graph is asked. */
  graph: GraphContext | null = null;
  #cacheKey: { pins: readonly Tip[]; supergraph: string; text: string } | undefined;

  /** The context of a request: the one that the front door began, or a new one. */
  static of(request: IncomingMessage): CallContext {
    return (request as BegunRequest)[BEGUN] ?? new CallContext();
  }

  /** Hands this context on to the route, which goes on from here. */
  continueWith(request: IncomingMessage): void {
    (request as BegunRequest)[BEGUN] = this;
  }

  /** The key of this call's response in the cache, at the pins of this context. It is computed again only if pins or supergraph have changed since. */
  cacheKey(
    keys: RequestKeys,
    request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
    supergraph: string,
  ): string {
    const { pins } = this;
    const known = this.#cacheKey;
    if (known !== undefined && known.pins === pins && known.supergraph === supergraph) return known.text;
    const text = keys.of(request, this.bodyText, pins, supergraph);
    this.#cacheKey = { pins, supergraph, text };
    return text;
  }
}

/** @throws Error for a request that did not pass the first stage */
export function contextOf({ callContext }: { callContext: CallContext | null }): CallContext {
  if (callContext === null) throw new Error('a request reached the graph without its call');
  return callContext;
}

/** @throws Error for a call that did not come to the key stage */
export function callerOf({ caller }: CallContext): Caller {
  if (caller === null) throw new Error('a call reached the graph without its caller');
  return caller;
}

/** @throws Error for a call that did not pass the key stage */
export function keyOf({ key }: CallContext): KnownKey {
  if (key === null) throw new Error('a call reached the graph without a key');
  return key;
}
