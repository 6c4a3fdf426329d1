/** A response belongs to one caller and one page, and is as old as its block. */
export const ANSWER_HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  vary: 'origin',
} as const;

/** Longer bodies are quicker as bytes, which are not copied. */
const TEXT_MAX = 16_384;

/** A text has one byte for each character. */
export type AnswerBody = string | Buffer;

/** A short text of one-byte characters leaves in one write with its head. */
export function toBody(text: string): AnswerBody {
  return text.length <= TEXT_MAX && Buffer.byteLength(text) === text.length ? text : Buffer.from(text);
}
