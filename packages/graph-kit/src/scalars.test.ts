import { Kind } from 'graphql';
import { scalarResolvers } from './scalars.ts';

const { BigInt: big, Decimal, Satoshis, DateTime } = scalarResolvers;

test('Decimal prints satoshis with 8 decimals, beyond 2^53 too, and refuses floats', () => {
  expect(Decimal.serialize(5_000_000_000_000_000_001n)).toBe('50000000000.00000001');
  expect(Decimal.serialize(-1n)).toBe('-0.00000001');
  expect(Decimal.serialize('1.00000000')).toBe('1.00000000');
  for (const bad of [1.5, '1.5', '1e-8', null]) expect(() => Decimal.serialize(bad)).toThrow(TypeError);
});

test('Decimal takes an amount as a string, as a variable and as a literal, and nothing else', () => {
  expect(Decimal.parseValue('12.5')).toBe(1_250_000_000n);
  expect(Decimal.parseValue('50000000000.00000001')).toBe(5_000_000_000_000_000_001n);
  expect(Decimal.parseLiteral({ kind: Kind.STRING, value: '-0.00000001' })).toBe(-1n);
  for (const bad of [12.5, 12, '1e-8', '0.000000001', '', 'x', null, true]) {
    expect(() => Decimal.parseValue(bad)).toThrow('Decimal takes');
  }
  expect(() => Decimal.parseLiteral({ kind: Kind.FLOAT, value: '12.5' })).toThrow('Decimal takes');
});

test('Satoshis prints digits and refuses numbers', () => {
  expect(Satoshis.serialize(9_007_199_254_740_993n)).toBe('9007199254740993');
  expect(() => Satoshis.serialize(1)).toThrow(TypeError);
});

test('BigInt is a JSON number below 2^53; input may be digits', () => {
  expect(big.serialize(0n)).toBe(0);
  expect(() => big.serialize(2n ** 53n)).toThrow(TypeError);
  expect(big.parseValue('12')).toBe(12);
  for (const bad of ['1.5', '', 'x', 1.5, true, 2 ** 53]) expect(() => big.parseValue(bad)).toThrow('BigInt takes');
});

test('DateTime is RFC 3339 in UTC, whole seconds without a fraction', () => {
  expect(DateTime.serialize(0)).toBe('1970-01-01T00:00:00Z');
  expect(DateTime.serialize(new Date(1500))).toBe('1970-01-01T00:00:01.500Z');
});

test('DateTime takes RFC 3339 as a variable and as a literal, and nothing else', () => {
  const text = '2026-11-20T08:40:00Z';
  const instant = { seconds: 1_795_164_000, isWhole: true };
  expect(DateTime.parseValue(text)).toEqual(instant);
  expect(DateTime.parseLiteral({ kind: Kind.STRING, value: text })).toEqual(instant);
  for (const bad of [1_795_164_000, new Date(), null, '2026-11-20', '']) {
    expect(() => DateTime.parseValue(bad)).toThrow('DateTime takes');
  }
  expect(() => DateTime.parseLiteral({ kind: Kind.INT, value: '1795164000' })).toThrow('DateTime takes');
});
