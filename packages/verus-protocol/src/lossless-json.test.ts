import { exactJson, isJsonObject, parseLossless, stringifyLossless } from './lossless-json.ts';

test('number text survives', () => {
  const text = '{"a":50000000000.00000001,"b":[0.10000000,18446744073709551615],"c":"x","d":null,"e":true}';
  expect(stringifyLossless(parseLossless(text))).toBe(text);
});

test('for clients, amounts and large integers become strings and small integers stay numbers', () => {
  expect(exactJson(parseLossless('{"a":1.00000000,"b":12,"c":9007199254740993,"d":[0.5,-3]}'))).toEqual({
    a: '1.00000000',
    b: 12,
    c: '9007199254740993',
    d: ['0.5', -3],
  });
});

test('a repeated key keeps its last value', () => {
  expect(exactJson(parseLossless('{"a":1,"a":2}'))).toEqual({ a: 2 });
});

test('a __proto__ key is data, not a prototype', () => {
  const value = parseLossless('{"__proto__":{"polluted":true}}');
  expect((value as { polluted?: unknown }).polluted).toBeUndefined();
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(stringifyLossless(value)).toBe('{"__proto__":{"polluted":true}}');
  expect(JSON.stringify(exactJson(value))).toBe('{"__proto__":{"polluted":true}}');
});

test('objects are told from arrays and numbers', () => {
  expect(['{}', '[]', '1.0', 'null', '"x"'].map((text) => isJsonObject(parseLossless(text)))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
