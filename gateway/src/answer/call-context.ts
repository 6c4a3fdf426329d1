import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Caller } from '#/admission/callers.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { ParsedKey } from '#/auth/parsed-keys.ts';
import type { Call } from '#/calls/call-tracker.ts';
import type { AnswerBody } from '#/http/answer-form.ts';
import type { Tip } from '#/pin/tip.ts';
import type { PortalLeave } from '#/portal/portal-leave.ts';
import type { RequestKeys } from '#/response-cache/request-keys.ts';
import type { InFlightResponse } from '#/response-cache/response-cache.ts';

export interface CallRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly host: string;
  readonly body: Readable;
  readonly isAborted: () => boolean;
  /** Called when the response is sent, or the client has gone. */
  readonly onClosed: (listener: () => void) => void;
}

export interface CallResponse {
  status: number;
  /** Names are in small letters. */
  headers: Record<string, string>;
  body: AnswerBody;
}

const BEGUN = Symbol('the call that the front door began');

interface BegunRequest extends IncomingMessage {
  [BEGUN]?: CallContext;
}

/**
 * One call on its way through the stages (docs/gateway-stages.md). Each stage leaves its result here, so that no later stage computes it
 * again.
 */
export class CallContext {
  /** Parsed, not yet accepted. */
  parsedKey: ParsedKey | undefined;
  /** The origin of the web page that asks, if it is not ours. */
  origin: string | undefined;
  /** Null until the key is asked for. */
  caller: Caller | null = null;
  /** Null until the key is accepted. */
  key: KnownKey | null = null;
  call: Call | null = null;
  /** Set for a call of the portal. */
  leave: PortalLeave | undefined;
  /** Null until it is read; empty for GET. */
  bodyText: string | null = null;
  /** Set by the pin stage. */
  pins: readonly Tip[] = [];
  /** Set while the response may be kept for equal requests. */
  inFlight: InFlightResponse | null = null;
  #cacheKey: { pins: readonly Tip[]; supergraph: string; text: string } | undefined;

  /** The one that the front door began, or a new one. */
  static of(request: IncomingMessage): CallContext {
    return (request as BegunRequest)[BEGUN] ?? new CallContext();
  }

  /** Hands this context on to the route, which goes on from here. */
  continueWith(request: IncomingMessage): void {
    (request as BegunRequest)[BEGUN] = this;
  }

  /** Computed again only if pins or supergraph have changed since. */
  cacheKey(
    keys: RequestKeys,
    request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
    supergraph: string,
  ): string {
    const { pins } = this;
    const known = this.#cacheKey;
    if (known !== undefined && known.pins === pins && known.supergraph === supergraph) return known.text;
    const text = keys.of(request, this.bodyText ?? '', pins, supergraph);
    this.#cacheKey = { pins, supergraph, text };
    return text;
  }
}

/** @throws Error before the key stage */
export function callerOf({ caller }: CallContext): Caller {
  if (caller === null) throw new Error('a call reached the graph without its caller');
  return caller;
}

/** @throws Error before the key stage */
export function keyOf({ key }: CallContext): KnownKey {
  if (key === null) throw new Error('a call reached the graph without a key');
  return key;
}

/** @throws Error before the stage of limits */
export function callOf({ call }: CallContext): Call {
  if (call === null) throw new Error('a request reached the graph without a call');
  return call;
}
