import path from 'node:path';
import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';

export const MEMPOOL_RECORDING = path.join(recordingDir('vrsctest-a'), '..', 'mempool-a');

export interface RecordedSending {
  /** The recording's words for the sent transaction. */
  action: string;
  params: JsonValue[];
  txid: string | null;
  error: { code: number; message: string } | null;
}

export function readMempoolEvents(): JsonObject[] {
  return Array.from(readLines(MEMPOOL_RECORDING, 'events.jsonl.gz'), (line) => parseLossless(line) as JsonObject);
}

export function readSendings(): RecordedSending[] {
  const sendings: RecordedSending[] = [];
  let action = '';
  for (const event of readMempoolEvents()) {
    if (typeof event.action === 'string') action = event.action.replace('sendrawtransaction: ', '');
    if (event.method !== 'sendrawtransaction') continue;
    const { error, result } = event;
    sendings.push({
      action,
      params: event.params as JsonValue[],
      txid: typeof result === 'string' ? result : null,
      error: isJsonObject(error) ? { code: Number(error.code), message: String(error.message) } : null,
    });
  }
  return sendings;
}

/** @throws Error for an unknown action */
export function hexOf(action: string): string {
  const hex = readSendings().find((sending) => sending.action === action)?.params[0];
  if (typeof hex !== 'string') throw new Error(`the recording sent no "${action}"`);
  return hex;
}
