import { parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { RawJson, writeJson } from './json.ts';

test.each(['1.50', '-0', '1e400', '9007199254740993', '"\\ud83d"', '[null,true,{"a":[]}]', '{"__proto__":1,"a":0}'])(
  'what was read is written as it came: %s',
  (text) => {
    expect(JSON.parse(writeJson(parseLossless(text)))).toEqual(JSON.parse(text));
    expect(writeJson(parseLossless(text)).length).toBe(text.length);
  },
);

test('members that are undefined are left out, a bigint is its digits, and raw text stays', () => {
  expect(writeJson({ a: undefined, b: 2n ** 64n, c: new RawJson('1.00'), d: [] })).toBe(
    '{"b":18446744073709551616,"c":1.00,"d":[]}',
  );
});
