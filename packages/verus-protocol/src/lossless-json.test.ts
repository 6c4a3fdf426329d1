import { parse } from 'lossless-json';
import {
  exactJson,
  isJsonObject,
  type JsonValue,
  parseLossless,
  parseLosslessList,
  stringifyLossless,
  type Unread,
} from './lossless-json.ts';

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

test('objects are distinguished from arrays and numbers', () => {
  expect(['{}', '[]', '1.0', 'null', '"x"'].map((text) => isJsonObject(parseLossless(text)))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

/** The value as text again, or that it was refused. */
function outcome(read: () => JsonValue): string {
  try {
    return stringifyLossless(read());
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : String(error);
  }
}

const PIECES = [
  ...['{', '}', '[', ']', ',', ':', ' ', '\n', '\t', '"', '\\', '\u0000', '\u007f', '\u2028', '\ud800', 'é', '\uFEFF'],
  ...['true', 'false', 'null', '-', '0', '7', '00', '1.5', '1.', '.5', '1e5', '1E+05', '1e', '-0.00000001', 'E', '+'],
  ...[
    '"a"',
    '"a":',
    '"__proto__":',
    '"constructor":',
    '"\\u00e9\\ud83d"',
    '"\\x"',
    '"\\u12"',
    '"\\\\"',
    '"\\""',
    '18446744073709551615',
  ],
];

const UNREAD: Unread = new Map<string, Unread | true>([
  ['k0', true],
  ['k1', new Map([['k2', true]])],
]);

function without(value: JsonValue, unread: Unread | undefined): JsonValue {
  if (unread === undefined) return value;
  if (Array.isArray(value)) return value.map((element) => without(element, unread));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([member]) => unread.get(member) !== true);
  return Object.fromEntries(
    kept.map(([member, below]) => [member, without(below, unread.get(member) as Unread | undefined)]),
  );
}

function readListWithout(text: string, unread: Unread): JsonValue {
  const list = parseLosslessList(text, (element) => element, unread);
  return 'elements' in list ? list.elements : list.value;
}

test('agrees with the library on 20,000 texts, most of them broken', () => {
  let state = 1;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const value = (depth: number): string => {
    const kind = draw(depth > 3 ? 3 : 5);
    if (kind < 2) return PIECES[17 + draw(PIECES.length - 17)] ?? '';
    if (kind === 2) return '"text"';
    const members = Array.from({ length: draw(4) }, () =>
      kind === 3 ? value(depth + 1) : `"k${draw(3)}" : ${value(depth + 1)}`,
    );
    return kind === 3 ? `[${members.join(',')}]` : `{ ${members.join(',\n')}}`;
  };
  const disagreements: unknown[] = [];
  let accepted = 0;
  for (let round = 0; round < 20_000; round += 1) {
    let text = value(0);
    for (let changes = draw(3); changes > 0; changes -= 1) {
      const at = draw(text.length + 1);
      text = text.slice(0, at) + (PIECES[draw(PIECES.length)] ?? '') + text.slice(at + draw(2));
    }
    const expected = outcome(() => parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }) as JsonValue);
    if (expected !== 'refused') accepted += 1;
    const whole = outcome(() => parseLossless(text));
    const listed = outcome(() => {
      const read = parseLosslessList(text, (element) => element);
      return 'elements' in read ? read.elements : read.value;
    });
    const wanted = outcome(() => without(parseLossless(`[${text}]`), UNREAD));
    const read = outcome(() => readListWithout(`[${text}]`, UNREAD));
    if (whole !== expected || listed !== expected || read !== wanted)
      disagreements.push({ text, expected, whole, listed, wanted, read });
  }
  expect(disagreements).toEqual([]);
  expect(accepted).toBeGreaterThan(5_000);
});

test('elements of a list come in order, with their place', () => {
  expect(parseLosslessList('[1, "b", []]', (element, index) => [index, stringifyLossless(element)])).toEqual({
    elements: [
      [0, '1'],
      [1, '"b"'],
      [2, '[]'],
    ],
  });
  expect(parseLosslessList('{"a":1}', () => 0)).toMatchObject({ value: { a: { value: '1' } } });
});

test('unread members are left out, of each element of a list, and checked all the same', () => {
  const text = '[{"k0":[1,{"a":"\\u00e9"}],"k1":[{"k2":2,"k0":3}],"k2":4},{"k0":"x"}]';
  expect(stringifyLossless(readListWithout(text, UNREAD))).toBe('[{"k1":[{"k0":3}],"k2":4},{}]');
  for (const broken of ['[{"k0":01}]', '[{"k0":"\\x"}]', '[{"k0":[1,]}]', '[{"k0":tru}]', '[{"k0":"\n"}]']) {
    expect(() => readListWithout(broken, UNREAD)).toThrow(SyntaxError);
  }
});
