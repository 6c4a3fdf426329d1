import { decimalTextOf } from '@ledgergraph/verus-protocol/amount';
import { LineBuffer } from './line-buffer.ts';

test.each([
  '0',
  '1',
  '-1',
  '12345678',
  '-12345678',
  '123456789',
  '-100000000',
  '-99999999',
  '9223372036854775807',
  '-9223372036854775808',
])('the satoshis %s are written as coins', (satoshis) => {
  const lines = new LineBuffer(1);
  lines.coins(satoshis);
  expect(lines.bytes.toString('latin1')).toBe(decimalTextOf(satoshis));
});

test('a buffer grows with what is written', () => {
  const lines = new LineBuffer(0);
  const expected: string[] = [];
  for (let count = 0; count < 1_000; count += 1) {
    lines.text(`${count},`);
    lines.copy(Buffer.from('abcd'), 1, 3);
    lines.coins(String(count));
    expected.push(`${count},`, 'bc', decimalTextOf(String(count)));
  }
  expect(lines.bytes.toString('latin1')).toBe(expected.join(''));
});
