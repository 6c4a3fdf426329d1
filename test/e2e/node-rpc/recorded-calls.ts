import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';
import { isJsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { RecordedCall } from './allowed-differences.ts';

/** For work on some: names, comma separated. */
const ONLY = process.env.NODE_RPC_METHODS?.split(',');

/** getsnapshot is refused: see `node-family.test.ts`. */
export function isWanted(method: string): boolean {
  return method !== 'getsnapshot' && (ONLY === undefined || ONLY.includes(method));
}

/** All that a node was asked at the recording's tip. */
export function readCalls(recording: Parameters<typeof recordingDir>[0]): RecordedCall[] {
  const calls: RecordedCall[] = [];
  for (const line of readLines(recordingDir(recording), 'answers.jsonl.gz')) {
    const call = parseLossless(line);
    if (!isJsonObject(call)) throw new Error('a recorded call has another form');
    const { method, params, result = null, error = null } = call;
    if (typeof method !== 'string' || !Array.isArray(params)) throw new Error('a recorded call has another form');
    if (isWanted(method)) calls.push({ method, params, result, error });
  }
  return calls;
}
