import { memberOf } from './json-text.ts';
import type { JsonParam } from './recorded-answers.ts';
import { readLines } from './recording.ts';

/** A call to the recorded node, verbatim. */
export interface RecordedCall {
  method: string;
  params: JsonParam[];
  /** The result's JSON text; undefined for a refusal. */
  resultText: string | undefined;
  error: { code: number; message: string } | undefined;
}

/** A thing that was done, and the node's answers until the next one, in order of time. */
export interface RecordedAction {
  /** Words for what was done. */
  action: string;
  seq: number;
  calls: RecordedCall[];
}

interface Line {
  seq: number;
  action?: string;
  method?: string;
  params?: JsonParam[];
  error?: { code: number; message: string };
}

/** The actions of `events.jsonl.gz` in their order; none where the recording has no such file. */
export function readRecordedActions(dir: string): RecordedAction[] {
  const actions: RecordedAction[] = [];
  for (const text of readLines(dir, 'events.jsonl.gz')) {
    // Floats are harmless here: a result is kept as its text, and no parameter of a recorded call is an amount.
    const { action, seq, method, params = [], error }: Line = JSON.parse(text);
    if (action !== undefined) actions.push({ action, seq, calls: [] });
    if (method === undefined) continue;
    const result = error === undefined ? memberOf(text, 'result') : undefined;
    const resultText = result === undefined ? undefined : text.slice(result.start, result.end);
    // The calls before the first action are of the preparation.
    actions.at(-1)?.calls.push({ method, params, resultText, error });
  }
  return actions;
}
