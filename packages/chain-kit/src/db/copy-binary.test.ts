import { BinaryRows } from './copy-binary.ts';

test('rows are handed over once: their memory may hold other rows afterwards', () => {
  const rows = new BinaryRows(['text']);
  rows.add(['x'.repeat(10_000)]);
  rows.add(['one more']);
  rows.finish();
  rows.release();
  const others = new BinaryRows(['text']);
  others.add(['y'.repeat(10_000)]);
  others.add(['of others']);
  const [, sent] = others.finish();
  const before = Buffer.from(sent ?? []);
  expect(() => rows.finish()).toThrow('given away');
  expect(before.toString('latin1')).toContain('of others');
  expect(Buffer.compare(before, sent ?? Buffer.alloc(0))).toBe(0);
});
