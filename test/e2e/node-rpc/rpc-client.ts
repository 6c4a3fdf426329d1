import { setTimeout as wait } from 'node:timers/promises';
import { findInternals } from '@ledgergraph/test-kit/nothing-internal';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLossless,
  stringifyLossless,
} from '@ledgergraph/verus-protocol/lossless-json';

export interface RpcCall {
  method: string;
  params: JsonValue;
}

/** `result` or `error`, each number with its text. */
export interface RpcAnswer {
  status: number;
  result: JsonValue;
  error: JsonValue;
  id: JsonValue;
}

const LIMIT_REACHED = -32_005;
const LATER = -28;
const TRIES_MAX = 60;

export class RpcClient {
  readonly #url: string;
  readonly #key: string;

  constructor(gatewayUrl: string, chain: string, key: string) {
    this.#url = `${gatewayUrl}/rpc/${encodeURIComponent(chain)}`;
    this.#key = key;
  }

  /** As one batch; a call that a limit refuses is asked again. @param body JSON text of each call without braces */
  async batch(calls: readonly string[], headers: Record<string, string> = {}): Promise<RpcAnswer[]> {
    const answers = new Map<number, RpcAnswer>();
    for (let tries = 0; answers.size < calls.length; tries += 1) {
      const asked = calls.flatMap((call, id) => (answers.has(id) ? [] : [`{"id":${id},${call}}`]));
      const { status, value } = await this.post(`[${asked.join()}]`, headers);
      const list = Array.isArray(value) ? value : [];
      if (!Array.isArray(value) && (tries === TRIES_MAX || ![429, 503].includes(status)))
        throw new Error(`HTTP ${status}: ${JSON.stringify(value)}`);
      for (const answer of list.map((one) => answerOf(status, one)))
        if (tries === TRIES_MAX || !isLimited(answer)) answers.set(Number(String(answer.id)), answer);
      if (answers.size < calls.length) await wait(250);
    }
    return calls.map((_, id) => answers.get(id) ?? { status: 0, result: null, error: null, id: null });
  }

  async call(method: string, params: JsonValue[] = [], headers: Record<string, string> = {}): Promise<RpcAnswer> {
    const { status, value } = await this.post(stringifyLossless({ id: null, method, params }), headers);
    return answerOf(status, value);
  }

  /** @throws Error if an error has internals of the installation */
  async post(body: string, headers: Record<string, string> = {}): Promise<{ status: number; value: JsonValue }> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#key}`, ...headers },
      body,
    });
    const text = await response.text();
    if (!response.ok) {
      const found = findInternals(text);
      if (found.length > 0) throw new Error(`an error has internals (${found.join()}): ${text}`);
    }
    return { status: response.status, value: parseLossless(text) };
  }
}

function answerOf(status: number, value: JsonValue): RpcAnswer {
  const { result = null, error = null, id = null }: JsonObject = isJsonObject(value) ? value : {};
  return { status, result, error, id };
}

function isLimited({ error }: RpcAnswer): boolean {
  return isJsonObject(error) && [LIMIT_REACHED, LATER].includes(Number(String(error.code)));
}
