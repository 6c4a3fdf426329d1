import { CopyBuffer } from './copy-buffer.ts';

export const PIECE_BYTES = 256 * 1024;
/** The last row goes beyond the piece, and pieces should seldom grow. */
export const ROOM = 1.25;
const CAPACITY = PIECE_BYTES * ROOM;
/** 15 MB; a large batch fills some forty. */
const SPARE_MAX = 48;

const spare: CopyBuffer[] = [];

/**
 * Reuses memory: V8 counts the bytes of new buffers and collects everything after 64 MB, however little its heap holds (docs/adr/0018).
 */
export function takePiece(): CopyBuffer {
  return spare.pop() ?? new CopyBuffer(CAPACITY);
}

export function giveBack(piece: CopyBuffer): void {
  if (piece.capacity !== CAPACITY || spare.length >= SPARE_MAX) return;
  piece.clear();
  spare.push(piece);
}
