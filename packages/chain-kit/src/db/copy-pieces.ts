import { CopyBuffer } from './copy-buffer.ts';

/** Bytes that are sent together. */
export const PIECE_BYTES = 256 * 1024;
/** Memory for each byte of a piece: the row that fills it goes beyond, and pieces should seldom grow. */
export const ROOM = 1.25;
const CAPACITY = PIECE_BYTES * ROOM;
/** 15 MB; a large batch fills some forty. */
const SPARE_MAX = 48;

const spare: CopyBuffer[] = [];

/**
 * Returns memory for a piece of rows, reused from an earlier piece if there is any. V8 counts the bytes of buffers as they are made. After
 * 64 MB it collects everything, however little its heap holds (docs/adr/0018).
 */
export function takePiece(): CopyBuffer {
  return spare.pop() ?? new CopyBuffer(CAPACITY);
}

/** @param piece memory that is read no more: its content is overwritten */
export function giveBack(piece: CopyBuffer): void {
  if (piece.capacity !== CAPACITY || spare.length >= SPARE_MAX) return;
  piece.clear();
  spare.push(piece);
}
