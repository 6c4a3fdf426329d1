import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonValue, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { alike, type RecordedCall } from './allowed-differences.ts';
import type { RpcAnswer, RpcClient } from './rpc-client.ts';

export interface Compared {
  /** Calls by method. */
  counts: Record<string, { equal: number; different: number }>;
  differences: string[];
}

const BATCH = 20;
const LENGTH_MAX = 1_500;
/** Differences of a method that are described. */
const SHOWN = 2;

/** Values are equal with the text of each number; the order of members does not matter. */
export async function compareAnswers(
  client: RpcClient,
  calls: readonly RecordedCall[],
  headers: Record<string, string> = {},
): Promise<Compared> {
  const compared: Compared = { counts: {}, differences: [] };
  const queue = Array.from({ length: Math.ceil(calls.length / BATCH) }, (_, at) =>
    calls.slice(at * BATCH, (at + 1) * BATCH),
  ).values();
  const work = async (): Promise<void> => {
    for (const batch of queue) {
      const answers = await client.batch(batch.map(bodyOf), headers);
      for (const [index, call] of batch.entries()) note(compared, call, answers[index]);
    }
  };
  await Promise.all([work(), work()]);
  return compared;
}

function bodyOf({ method, params }: RecordedCall): string {
  return `"method":${JSON.stringify(method)},"params":${stringifyLossless(params)}`;
}

function note({ counts, differences }: Compared, call: RecordedCall, answer: RpcAnswer | undefined): void {
  const count = counts[call.method] ?? { equal: 0, different: 0 };
  counts[call.method] = count;
  const ours = alike(call, answer?.error === null ? answer.result : { error: answer?.error ?? null });
  const nodes = alike(call, call.error === null ? call.result : { error: call.error });
  if (isDeepStrictEqual(ours, nodes)) {
    count.equal += 1;
    return;
  }
  count.different += 1;
  if (count.different > SHOWN) return;
  differences.push(
    `${call.method} ${stringifyLossless(call.params)}:\n  ours ${textOf(ours)}\n  node ${textOf(nodes)}${place(ours, nodes)}`,
  );
}

function textOf(value: JsonValue): string {
  return stringifyLossless(value).slice(0, LENGTH_MAX);
}

/** Path to the first difference. */
function place(ours: JsonValue, nodes: JsonValue, path = ''): string {
  if (isDeepStrictEqual(ours, nodes)) return '';
  const isBoth = (is: (value: JsonValue) => boolean): boolean => is(ours) && is(nodes);
  if (isBoth(isJsonObject) || isBoth(Array.isArray)) {
    const [a, b] = [ours, nodes] as [Record<string, JsonValue>, Record<string, JsonValue>];
    for (const name of new Set([...Object.keys(b), ...Object.keys(a)])) {
      const found = place(a[name] ?? null, b[name] ?? null, `${path}.${name}`);
      if (found !== '') return found;
    }
  }
  return `\n  at ${path}: ${textOf(ours).slice(0, 200)} | ${textOf(nodes).slice(0, 200)}`;
}
