import { memberText } from '@ledgergraph/verus-protocol/json-text';
import { readLines } from './recording.ts';
import { RpcError } from './rpc-error.ts';

export type JsonParam = null | boolean | number | string | JsonParam[] | { [key: string]: JsonParam };

export type RecordedReply = { resultText: string } | { error: RpcError };

/** From `answers.jsonl.gz`, at the recorded tip. */
export class RecordedAnswers {
  readonly #replies = new Map<string, Map<string, RecordedReply>>();

  constructor(dir: string) {
    for (const line of readLines(dir, 'answers.jsonl.gz')) this.#add(line);
  }

  has(method: string): boolean {
    return this.#replies.has(method);
  }

  find(method: string, params: readonly JsonParam[]): RecordedReply | undefined {
    return this.#replies.get(method)?.get(keyOfParams(params));
  }

  findResult(method: string): string | undefined {
    const reply = this.find(method, []);
    return reply !== undefined && 'resultText' in reply ? reply.resultText : undefined;
  }

  /** Whatever name the recorded call used. */
  findCurrency(currencyId: string): string | undefined {
    const replies = [...(this.#replies.get('getcurrency')?.values() ?? [])];
    const results = replies.flatMap((reply) => ('resultText' in reply ? [reply.resultText] : []));
    return results.find((text) => memberText(text, 'currencyid') === `"${currencyId}"`);
  }

  #add(line: string): void {
    const read = (key: string): string | undefined => memberText(line, key);
    const [resultText, errorText] = [read('result'), read('error')];
    const method: string = JSON.parse(read('method') ?? '""');
    const params: JsonParam[] = JSON.parse(read('params') ?? '[]');
    const error: { code: number; message: string } | null = JSON.parse(errorText ?? 'null');
    const reply =
      error === null ? { resultText: resultText ?? 'null' } : { error: new RpcError(error.code, error.message) };
    const replies = this.#replies.get(method) ?? new Map<string, RecordedReply>();
    replies.set(keyOfParams(params), reply);
    this.#replies.set(method, replies);
  }
}

/** Ignores the order of an object's members. */
function keyOfParams(params: readonly JsonParam[]): string {
  return JSON.stringify(params, (_, value: JsonParam) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
