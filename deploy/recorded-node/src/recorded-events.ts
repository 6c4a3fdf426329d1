import { memberText } from '@ledgergraph/verus-protocol/json-text';
import type { JsonParam } from './recorded-answers.ts';
import { readLines } from './recording.ts';

export interface RecordedCall {
  method: string;
  params: JsonParam[];
  /** JSON text; undefined for a refusal. */
  resultText: string | undefined;
  error: { code: number; message: string } | undefined;
}

export interface RecordedAction {
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

/** Empty where the recording has no `events.jsonl.gz`. */
export function readRecordedActions(dir: string): RecordedAction[] {
  const actions: RecordedAction[] = [];
  for (const text of readLines(dir, 'events.jsonl.gz')) {
    // Floats are harmless here: results stay text, and no recorded parameter is an amount.
    const { action, seq, method, params = [], error }: Line = JSON.parse(text);
    if (action !== undefined) actions.push({ action, seq, calls: [] });
    if (method === undefined) continue;
    const resultText = error === undefined ? memberText(text, 'result') : undefined;
    // Calls before the first action belong to the preparation.
    actions.at(-1)?.calls.push({ method, params, resultText, error });
  }
  return actions;
}
