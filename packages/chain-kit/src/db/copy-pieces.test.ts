import { giveBack, PIECE_BYTES, takePiece } from './copy-pieces.ts';

test('released memory is reused from its beginning', () => {
  const piece = takePiece();
  piece.text('one row');
  giveBack(piece);
  const next = takePiece();
  expect(next).toBe(piece);
  expect(next).toHaveLength(0);
  expect(takePiece()).not.toBe(piece);
});

test('a piece that grew is not reused, nor are more pieces than a batch fills', () => {
  const grown = takePiece();
  grown.raw(new Uint8Array(2 * PIECE_BYTES));
  giveBack(grown);
  expect(takePiece()).not.toBe(grown);
  const many = Array.from({ length: 200 }, takePiece);
  for (const piece of many) giveBack(piece);
  const again = new Set(Array.from({ length: 200 }, takePiece));
  expect(many.filter((piece) => again.has(piece)).length * PIECE_BYTES).toBeLessThan(16 * 1024 * 1024);
});
