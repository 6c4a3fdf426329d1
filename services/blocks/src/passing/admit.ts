import { findUnstorable } from '@ledgergraph/service-kit/storable-text';
import { type JsonValue, parseLossless, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { PassedMethod } from '#/verus-rpc/rpc-methods.ts';
import type { Form } from './form.ts';
import { FORMS } from './forms.ts';

const PARAMS_MAX = 100_000;
const DEPTH_MAX = 16;

const MISUSED = -1;
const INVALID_PARAMETER = -8;
const INVALID_REQUEST = -32600;
const NO_SUCH_METHOD = -32601;

export interface PassedCall {
  method: string;
  /** JSON text of a list. It must not appear in a log or a trace. */
  params: string;
}

export interface AdmittedCall {
  method: PassedMethod;
  /** Written again from what was checked: the daemon might read the client's text otherwise. */
  params: string;
  form: Form;
}

export interface Refusal {
  code: number;
  message: string;
}

/** @param tipHeight of the followed node */
export function admit(
  { method, params }: PassedCall,
  allowed: ReadonlySet<string>,
  tipHeight: number,
): AdmittedCall | Refusal {
  const form = allowed.has(method) ? FORMS.get(method) : undefined;
  if (form === undefined) return { code: NO_SUCH_METHOD, message: 'this method is not passed to the node' };
  const { paramsMax = PARAMS_MAX } = form;
  if (params.length > paramsMax) return invalid(`the parameters are longer than ${paramsMax} characters`);
  const values = readList(params);
  if (values === undefined) return { code: INVALID_REQUEST, message: 'Params must be an array' };
  if (isDeep(values, DEPTH_MAX)) return invalid(`the parameters nest deeper than ${DEPTH_MAX} levels`);
  if (findUnstorable(values) !== undefined) {
    return invalid('a text in the parameters has a NUL character or half of a surrogate pair in it');
  }
  if (values.length < form.min || values.length > form.max) return { code: MISUSED, message: form.usage };
  const reason = form.refuse?.(values, tipHeight);
  if (reason !== undefined) return invalid(`${method}: ${reason}`);
  return { method: method as PassedMethod, params: stringifyLossless(values), form };
}

function invalid(message: string): Refusal {
  return { code: INVALID_PARAMETER, message };
}

function readList(params: string): JsonValue[] | undefined {
  try {
    const value = parseLossless(params);
    return Array.isArray(value) ? value : undefined;
  } catch (error) {
    // Too deep for the parser.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** By levels, not by itself: a client may nest deeply. */
function isDeep(list: JsonValue[], max: number): boolean {
  let level: unknown[] = [list];
  for (let depth = 0; depth < max; depth += 1) {
    level = level.flatMap((value) => Object.values(value as object)).filter((value) => isNested(value));
    if (level.length === 0) return false;
  }
  return true;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
