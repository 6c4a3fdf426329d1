import {
  ENVIRONMENT_HEADER,
  PAGE_MAX_HEADER,
  PINS_HEADER,
  TEAM_HEADER,
  TIME_LEFT_HEADER,
  writePins,
} from '@ledgergraph/graph-kit/request-headers';
import { REQUEST_ID_HEADER } from '@ledgergraph/service-kit/http/request-id-header';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { writeTrace } from '@ledgergraph/service-kit/trace-context';
import { withoutValues } from '@ledgergraph/service-kit/without-values';
import { failureOf, isMasked, type SubgraphError } from '#/errors/client-errors.ts';
import { FAILURE_MESSAGES, type FailureCode } from '#/errors/error-codes.ts';
import { withoutHex } from '#/errors/format-error.ts';
import type { GraphContext } from '#/operation/graph-context.ts';
import { addPoolMarks } from '#/pin/pool-marks.ts';
import type { Tip } from '#/pin/tip.ts';
import { type SubgraphAnswer, SubgraphFailure } from './subgraph-answer.ts';
import type { SubgraphClient } from './subgraph-client.ts';

export interface Reading {
  data: Record<string, unknown> | null;
  errors: readonly SubgraphError[];
  /** No usable answer came. */
  failure?: FailureCode;
}

export interface SubgraphReaderOptions {
  name: string;
  client: Pick<SubgraphClient, 'post'>;
  secret: string;
  onFetch?: OnFetch | undefined;
}

/** @param fault why there was no usable answer, or PIN_LOST; undefined: there was one */
export type OnFetch = (subgraph: string, seconds: number, fault: FailureCode | 'PIN_LOST' | undefined) => void;

const FAILURES_BY_GRAVITY: readonly FailureCode[] = [
  'INTERNAL_SERVER_ERROR',
  'SUBGRAPH_UNAVAILABLE',
  'SUBGRAPH_TIMEOUT',
];

const UNKNOWN_OUTCOME = { code: 'SEND_OUTCOME_UNKNOWN', canRetry: true };

const NOTHING: Reading = { data: null, errors: [] };

interface Scope {
  readonly environment: string;
  readonly pins: string;
  readonly text: string;
}

const scopes = new WeakMap<readonly Tip[], Scope>();

/** Reads at the operation's pins, and logs what goes wrong. */
export class SubgraphReader {
  readonly #options: SubgraphReaderOptions;

  constructor(options: SubgraphReaderOptions) {
    this.#options = options;
  }

  /** Never throws. @param body the request as JSON @param entities number of entities that it asks for; undefined: root fields */
  async read(body: string, entities: number | undefined, context: GraphContext): Promise<Reading> {
    // Another fetch has lost its pin: the run will be repeated.
    if (context.read.lost.size > 0) return NOTHING;
    if (context.deadline?.isOver === true) return { ...NOTHING, failure: 'SUBGRAPH_TIMEOUT' };
    const { name, client, onFetch } = this.#options;
    const startedAt = onFetch === undefined ? 0 : performance.now();
    let reading: Reading;
    try {
      const scope = scopeOf(context);
      // A client must not share the answer to a larger page.
      const isAlone = context.isAlone === true || context.pageMax !== undefined;
      const shared = isAlone ? undefined : scope.text;
      const headers = this.#headers(context, scope);
      const answer = await client.post(body, headers, shared, context.deadline, context.isSending !== true);
      if (answer.giveBack !== undefined) context.read.held.push(answer.giveBack);
      reading = this.#check(answer, entities, context);
    } catch (error) {
      if (!(error instanceof SubgraphFailure)) throw error;
      context.logger.warn({ err: error, subgraph: name }, 'a subgraph gave no answer');
      const mayBeSent = isSend(entities, context) && !error.isUnsent;
      reading = { ...NOTHING, failure: mayBeSent ? 'SEND_OUTCOME_UNKNOWN' : error.code };
    }
    const fault = reading === NOTHING ? 'PIN_LOST' : (reading.failure ?? maskedCode(reading));
    onFetch?.(name, (performance.now() - startedAt) / 1000, fault);
    return isSend(entities, context) ? withUnknownOutcomes(reading) : reading;
  }

  #headers({ requestId, deadline, pageMax, key }: GraphContext, { environment, pins }: Scope): Record<string, string> {
    const headers = writeTrace();
    headers[INTERNAL_HEADER] = this.#options.secret;
    headers[ENVIRONMENT_HEADER] = environment;
    headers[PINS_HEADER] = pins;
    headers[REQUEST_ID_HEADER] = requestId;
    if (key !== null) headers[TEAM_HEADER] = key.teamId;
    if (pageMax !== undefined) headers[PAGE_MAX_HEADER] = String(pageMax);
    if (deadline !== undefined) headers[TIME_LEFT_HEADER] = String(deadline.leftMs());
    return headers;
  }

  #check(
    { data = null, errors, poolMarks = [] }: SubgraphAnswer,
    entities: number | undefined,
    context: GraphContext,
  ): Reading {
    if (errors.length > 0 && this.#hasLost(errors, context)) {
      if (context.isSending !== true) return NOTHING;
      return { ...NOTHING, failure: entities === undefined ? 'SEND_OUTCOME_UNKNOWN' : 'CHAIN_REORGANIZED' };
    }
    addPoolMarks(context.read.poolMarks, poolMarks);
    if (entities !== undefined && data !== null && !isListOf(entities, data._entities)) {
      throw new SubgraphFailure('INTERNAL_SERVER_ERROR', new Error(`not ${entities} entities`));
    }
    return { data, errors };
  }

  /** Logs the details that clients do not get. */
  #hasLost(errors: readonly SubgraphError[], context: GraphContext): boolean {
    const lost = errors.filter((error) => error.extensions.code === 'PIN_LOST');
    // An operation that sends is not repeated: its other parts are answered.
    if (context.isSending !== true) for (const { extensions } of lost) reportLost(context, extensions.chainId);
    if (lost.length > 0) return true;

    for (const error of errors.filter(isMasked)) {
      const { path, extensions } = error;
      const logged = { code: extensions.code, path, message: withoutHex(withoutValues(error.message)) };
      context.logger.error(
        { subgraph: this.#options.name, error: logged },
        'a subgraph answered with an error of its own',
      );
    }
    return false;
  }
}

/** The fetches after it read entities. */
function isSend(entities: number | undefined, { isSending }: GraphContext): boolean {
  return isSending === true && entities === undefined;
}

/** A part that fails unexpectedly may fail after the node has the transaction. */
function withUnknownOutcomes(reading: Reading): Reading {
  if (!reading.errors.some(isMasked)) return reading;
  const unknown = { message: FAILURE_MESSAGES.SEND_OUTCOME_UNKNOWN, extensions: UNKNOWN_OUTCOME };
  return { ...reading, errors: reading.errors.map((error) => (isMasked(error) ? { ...error, ...unknown } : error)) };
}

function scopeOf({ environment, read: { pins } }: GraphContext): Scope {
  const known = scopes.get(pins);
  if (known?.environment === environment) return known;
  const written = writePins(pins);
  const scope = { environment, pins: written, text: `${environment} ${written}` };
  scopes.set(pins, scope);
  return scope;
}

/** The gravest of the masked errors. */
function maskedCode({ errors }: Reading): FailureCode | undefined {
  if (errors.length === 0) return undefined;
  const codes = new Set(errors.filter(isMasked).map(failureOf));
  return FAILURES_BY_GRAVITY.find((code) => codes.has(code));
}

function isListOf(length: number, value: unknown): boolean {
  return Array.isArray(value) && value.length === length;
}

/** A subgraph that does not know which chain it lost names none: then all pins are in doubt. */
function reportLost({ read }: GraphContext, chainId: unknown): void {
  const named = read.pins.filter((pin) => pin.chainId === chainId);
  for (const pin of named.length > 0 ? named : read.pins) read.lost.add(pin);
}
