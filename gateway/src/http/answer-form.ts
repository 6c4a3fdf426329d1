/** A response is one caller's, one page's, and as old as its block. */
export const ANSWER_HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  vary: 'origin',
} as const;

/** Longer bodies are quicker as bytes, which are not copied. */
const TEXT_MAX = 16_384;

/** Text of which each character is one byte, or the bytes. */
export type AnswerBody = string | Buffer;

/** A body as it leaves quickest: as text if it is short and each of its characters is one byte, since head and body are then one write. */
export function toBody(text: string): AnswerBody {
  return text.length <= TEXT_MAX && Buffer.byteLength(text) === text.length ? text : Buffer.from(text);
}
