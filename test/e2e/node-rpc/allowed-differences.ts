import { isJsonObject, type JsonValue, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';

export interface RecordedCall {
  method: string;
  params: JsonValue[];
  result: JsonValue;
  /** Null: it had a result. */
  error: JsonValue;
}

interface Allowed {
  methods: readonly string[];
  reason: string;
  /** Makes both answers the same where they may differ. */
  alike: (answer: JsonValue) => JsonValue;
}

/** The only differences from what a real node answered. */
const ALLOWED: readonly Allowed[] = [
  {
    methods: ['getidentity', 'getidentityhistory', 'getidentitycontent'],
    reason: "what the node's own wallet can sign for",
    alike: (answer) => without(answer, ['canspendfor', 'cansignfor']),
  },
  {
    methods: ['getaddressutxos', 'getaddressdeltas'],
    reason: 'verusd sorts by height only, with a sort that may exchange equal rows',
    alike: (answer) => byHeight(answer),
  },
];

export function alike(call: RecordedCall, answer: JsonValue): JsonValue {
  return ALLOWED.filter(({ methods }) => methods.includes(call.method)).reduce(
    (value, { alike: make }) => make(value),
    answer,
  );
}

function without(value: JsonValue, names: readonly string[]): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function byHeight(value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return value;
  const heights = value.map((row) => (isJsonObject(row) ? Number(String(row.height)) : 0));
  if (heights.some((height, index) => index > 0 && height < (heights[index - 1] ?? 0))) return value;
  const key = (row: JsonValue, index: number): string =>
    `${String(heights[index]).padStart(10, '0')} ${stringifyLossless(row)}`;
  return value
    .map((row, index) => ({ row, key: key(row, index) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}
