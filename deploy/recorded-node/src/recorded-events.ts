import { memberOf } from './json-text.ts';
import type { JsonParam } from './recorded-answers.ts';
import { readLines } from './recording.ts';

/** A call to the recorded node, verbatim. */
export interface RecordedCall {
  method: string;
  params: JsonParam[];
  /** HTTP status of the answer. */
  status: number;
  /** The result's JSON text; undefined for a refusal. */
  resultText: string | undefined;
  error: { code: number; message: string } | undefined;
}

/** A ZMQ message of the recorded node. */
export interface RecordedAnnouncement {
  topic: string;
  /** Number of the message within its topic. */
  counter: number;
  body: Buffer;
}

/** A thing that was done, and the node's answers until the next one, in order of time. */
export interface RecordedAction {
  /** Words for what was done. */
  action: string;
  seq: number;
  calls: RecordedCall[];
  /** Messages up to the last call. */
  announcements: RecordedAnnouncement[];
  /** Messages after the last call: they belong to the way to the next action. */
  trailing: RecordedAnnouncement[];
}

interface Line {
  seq: number;
  action?: string;
  method?: string;
  params?: JsonParam[];
  status?: number;
  error?: { code: number; message: string };
  zmq?: string;
  n?: number;
  body?: string;
}

/** The actions of `events.jsonl.gz` in their order; none where the recording has no such file. */
export function readRecordedActions(dir: string): RecordedAction[] {
  const actions: RecordedAction[] = [];
  for (const text of readLines(dir, 'events.jsonl.gz')) {
    // Floats are harmless here: a result is kept as its text, and no parameter of a recorded call is an amount.
    const line: Line = JSON.parse(text);
    const { action, seq } = line;
    if (action !== undefined) actions.push({ action, seq, calls: [], announcements: [], trailing: [] });
    // The lines before the first action are of the preparation.
    else addLine(actions.at(-1), line, text);
  }
  return actions;
}

function addLine(action: RecordedAction | undefined, line: Line, text: string): void {
  if (action === undefined) return;
  const { zmq: topic, n: counter = 0, body = '', method, params = [], status = 0, error } = line;
  if (topic !== undefined) action.trailing.push({ topic, counter, body: Buffer.from(body, 'hex') });
  if (method === undefined) return;
  const result = memberOf(text, 'result');
  const resultText = error === undefined && result !== undefined ? text.slice(result.start, result.end) : undefined;
  action.calls.push({ method, params, status, resultText, error });
  action.announcements.push(...action.trailing.splice(0));
}
