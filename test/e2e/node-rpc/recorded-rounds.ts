import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import type { RecordedCall } from './allowed-differences.ts';

/** All that a node answered between an action and the next. */
export interface Round {
  action: string;
  /** In the order in which they were asked. */
  calls: RecordedCall[];
}

/**
 * Without those after `invalidateblock`, which takes the node one block back: for us a node lags that stands on one of our blocks, and
 * we keep the block.
 */
export function readFollowedRounds(): Round[] {
  const tips: string[] = [];
  return readRounds().filter((round) => {
    const hash = tipOf(round);
    if (hash === undefined || hash === tips.at(-1)) return true;
    if (hash === tips.at(-2)) return false;
    tips.push(hash);
    return true;
  });
}

function readRounds(): Round[] {
  const rounds: Round[] = [{ action: 'begin', calls: [] }];
  for (const line of readLines(recordingDir('mempool-a'), 'events.jsonl.gz')) {
    const event = parseLossless(line);
    if (!isJsonObject(event)) throw new Error('a recorded line has another form');
    const { action, method, params, result = null, error = null } = event;
    if (typeof action === 'string') rounds.push({ action, calls: [] });
    if (typeof method === 'string' && Array.isArray(params))
      rounds.at(-1)?.calls.push({ method, params, result, error });
  }
  return rounds;
}

/** Undefined where the recording did not ask. */
export function tipOf({ calls }: Round): string | undefined {
  const result = calls.find(({ method }) => method === 'getbestblockhash')?.result;
  return typeof result === 'string' ? result : undefined;
}

/** Parents before their children; undefined where the recording did not ask. */
export function poolOf({ calls }: Round): string[] | undefined {
  const whole = calls.findLast(({ method, params }) => method === 'getrawmempool' && params[0] === true)?.result;
  if (!isJsonObject(whole)) return undefined;
  const ordered: string[] = [];
  const enter = (txid: string): void => {
    if (ordered.includes(txid)) return;
    for (const parent of listOf((whole[txid] as JsonObject).depends)) enter(String(parent));
    ordered.push(txid);
  };
  for (const txid of Object.keys(whole)) enter(txid);
  return ordered;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
