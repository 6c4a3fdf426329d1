import type { ServerResponse } from 'node:http';
import { writeOut } from '#/http/write-out.ts';
import { type Json, writeJson } from './json.ts';
import { ListInObject } from './method.ts';
import { type CallOutcome, isStreamed } from './settle-call.ts';

/** Values of a list are gathered up to this many characters. */
const PIECE_LENGTH = 64 * 1024;

export function outcomeText({ asked, result, error }: CallOutcome): string {
  if (isStreamed(result)) throw new Error('a list is sent in pieces');
  return asked.isVersion2
    ? writeJson({ jsonrpc: '2.0', ...(error === null ? { result } : { error }), id: asked.id })
    : writeJson({ result, error, id: asked.id });
}

/** @yields pieces of the text of a batch, without what JSON-RPC 2.0 does not answer */
export async function* batchPieces(outcomes: AsyncIterable<CallOutcome>): AsyncGenerator<string, void, void> {
  let separator = '[';
  for await (const outcome of outcomes) {
    if (outcome.asked.isNotification) continue;
    yield separator;
    separator = ',';
    yield* outcomePieces(outcome);
  }
  yield ']';
}

/** @yields pieces of text */
export async function* outcomePieces(outcome: CallOutcome): AsyncGenerator<string, void, void> {
  const { asked, result } = outcome;
  if (!isStreamed(result)) {
    yield outcomeText(outcome);
    return;
  }
  const { before, values, behind } = listOf(result);
  let piece = `${asked.isVersion2 ? '{"jsonrpc":"2.0","result":' : '{"result":'}${before}[`;
  let separator = '';
  for await (const value of values) {
    piece += separator + writeJson(value);
    separator = ',';
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]${behind}${asked.isVersion2 ? '' : ',"error":null'},"id":${writeJson(asked.id)}}`;
}

/** A list with the text of an object around it. */
function listOf(result: AsyncIterable<Json> | ListInObject) {
  if (!(result instanceof ListInObject)) return { before: '', values: result, behind: '' };
  const { name, values, others } = result;
  return { before: `{${JSON.stringify(name)}:`, values, behind: `,${writeJson(others).slice(1)}` };
}

/** @param open sends the head, before the first piece @throws SendingEnded, and errors of the pieces */
export async function sendPieces(
  raw: ServerResponse,
  pieces: AsyncIterable<string>,
  open: () => void,
  blockedMaxMs: number,
): Promise<void> {
  for await (const piece of pieces) {
    if (!raw.headersSent) open();
    await writeOut(raw, Buffer.from(piece), blockedMaxMs);
  }
  raw.end();
}
