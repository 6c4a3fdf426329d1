import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';

const NEWLINE = 0x0a;
const RECORDINGS = path.join(import.meta.dirname, '../../../test/recordings');

export interface RecordingMeta {
  chainId: string;
  name: string;
  environment: 'MAINNET' | 'TESTNET';
  blockTimeSeconds: number;
  tipHeight: number;
  tipHash: string;
  /** Absent: `npm start` chooses a tip. */
  startHeight?: number;
}

export interface RecordedBlock {
  height: number;
  hash: string;
  /** `getblock <hash> 2` with the daemon's number text. */
  block: JsonObject;
}

export interface OrphanedBlock extends RecordedBlock {
  fork: string;
}

export interface RecordedAnswer {
  method: string;
  params: JsonValue[];
  result?: JsonValue;
  error?: { code: number; message: string };
}

export interface Recording {
  meta: RecordingMeta;
  blocks(): Iterable<RecordedBlock>;
  /** In order of their branches; empty where the recording has none. */
  orphans(): Iterable<OrphanedBlock>;
  answers(): Iterable<RecordedAnswer>;
}

export function recordingDir(
  name: 'vrsctest-a' | 'pchain-a' | 'mempool-a' | 'vrsc-generated' | 'island-generated',
): string {
  return path.join(RECORDINGS, name);
}

/** In the form of `test/recordings/README.md`, parsed line by line. @throws Error for a missing meta.json or a malformed line */
export function readRecording(dir: string): Recording {
  return {
    meta: readMeta(dir),
    *blocks() {
      for (const line of readLines(dir, 'blocks.jsonl.gz')) yield readBlock(object(parseLossless(line)));
    },
    *orphans() {
      for (const line of readLines(dir, 'orphans.jsonl.gz')) {
        const orphan = object(parseLossless(line));
        yield { ...readBlock(orphan), fork: String(orphan.fork) };
      }
    },
    *answers() {
      for (const line of readLines(dir, 'answers.jsonl.gz')) yield readAnswer(object(parseLossless(line)));
    },
  };
}

export function readMeta(dir: string): RecordingMeta {
  const meta: RecordingMeta = JSON.parse(readFileSync(path.join(dir, 'meta.json'), 'utf8'));
  return meta;
}

/** Verbatim; empty where the recording has no such file. */
export function* readLines(dir: string, file: string): Generator<string> {
  const location = path.join(dir, file);
  if (!existsSync(location)) return;
  // Cut as bytes: all lines together may be longer than a string can be.
  const bytes = gunzipSync(readFileSync(location));
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    if (end > start) yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}

function readBlock(line: JsonObject): RecordedBlock {
  return { height: Number(line.height), hash: String(line.hash), block: object(line.block) };
}

function readAnswer(line: JsonObject): RecordedAnswer {
  const { method, params, result, error } = line;
  if (typeof method !== 'string' || !Array.isArray(params)) throw new Error('an answer without method or params');
  if (isJsonObject(error)) {
    return { method, params, error: { code: Number(error.code), message: String(error.message) } };
  }
  if (result === undefined) throw new Error(`an answer to ${method} without result or error`);
  return { method, params, result };
}

function object(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value))
    throw new Error('a recording line does not have the form that the README of the recordings describes');
  return value;
}
