import { listForgeries } from '@ledgergraph/test-kit/forgeries';
import { CursorCodec } from './cursor.ts';

const anchor = { height: 7, hash: 'ab'.repeat(32) };
const codec = new CursorCodec('secret of at least 16', { field: 'blocks', chainId: 'i1', query: { order: 'DESC' } });

test('a cursor opens to what was sealed, height 0 and empty positions included', () => {
  expect(codec.open(codec.seal(anchor, [0, 'x', null]))).toEqual({ anchor, position: [0, 'x', null] });
  const genesis = { height: 0, hash: '00'.repeat(32) };
  expect(codec.open(codec.seal(genesis, []))).toEqual({ anchor: genesis, position: [] });
});

test('absent and null arguments are the same query, in any order of keys', () => {
  const same = new CursorCodec('secret of at least 16', {
    query: { toHeight: undefined, fromHeight: null, order: 'DESC' },
    chainId: 'i1',
    field: 'blocks',
  });
  expect(same.open(codec.seal(anchor, [1])).position).toEqual([1]);
});

test.each([
  ['another field', { field: 'block', chainId: 'i1', query: { order: 'DESC' } }],
  ['another chain', { field: 'blocks', chainId: 'i2', query: { order: 'DESC' } }],
  ['another argument', { field: 'blocks', chainId: 'i1', query: { order: 'ASC' } }],
])('a cursor of %s does not open', (_what, query) => {
  const other = new CursorCodec('secret of at least 16', query);
  expect(() => other.open(codec.seal(anchor, [1]))).toThrow(
    expect.objectContaining({ extensions: { code: 'VALIDATION_ERROR', argument: 'cursor' } }),
  );
});

test.each(['', 'x', 'AAAA', 'not base64 !', Buffer.alloc(200).toString('base64url')])(
  'text without a valid seal (%j) is a validation error',
  (text) => {
    expect(() => codec.open(text)).toThrow(
      expect.objectContaining({ extensions: expect.objectContaining({ argument: 'cursor' }) }),
    );
  },
);

test('a cursor has one text only: with anything added, left out or changed it does not open', () => {
  for (const forged of listForgeries(codec.seal(anchor, [1]))) {
    expect(() => codec.open(forged)).toThrow(
      expect.objectContaining({ extensions: { code: 'VALIDATION_ERROR', argument: 'cursor' } }),
    );
  }
});

test('a cursor outlives the exchange of secrets by one step', () => {
  const query = { field: 'blocks', chainId: 'i1', query: { order: 'DESC' } };
  const both = new CursorCodec('another secret of 16,secret of at least 16', query);
  const newest = new CursorCodec('another secret of 16', query);
  expect(both.open(codec.seal(anchor, [1])).position).toEqual([1]);
  expect(newest.open(both.seal(anchor, [1])).position).toEqual([1]);
  expect(() => newest.open(codec.seal(anchor, [1]))).toThrow('cursor is not one');
});
