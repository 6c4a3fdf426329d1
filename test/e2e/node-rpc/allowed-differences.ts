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
  alike: (answer: JsonValue, call: RecordedCall) => JsonValue;
}

/** verusd reports height 0, and the time of genesis, of an output whose spender a reorganisation took back (test/kit/src/utxo-height.ts). */
const RESPENT = new Set([
  'a72ab82792cdbc89ebe819966f32ea73c56c356c827ef383d46ff8183c1375ce:0',
  ...[18, 28, 29].map((vout) => `160081d0f05c64c8c7da3555c8f92745567bf59f87827c79571a10d595815052:${vout}`),
]);
/** getblock prints this address of a tokenised-control identity, and verusd's index leaves it out (docs/verus/addresses.md#index). */
const UNINDEXED = 'RRw9rJMPwdNqC1wgXn5vryJwMDyBgpXjYT';

const NATIVE = new Set(['iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV']);

/** The only differences from what a real node answered. */
const ALLOWED: readonly Allowed[] = [
  {
    methods: ['getidentity', 'getidentityhistory', 'getidentitycontent'],
    reason: "what the node's own wallet can sign for",
    alike: (answer) => without(answer, ['canspendfor', 'cansignfor']),
  },
  {
    methods: ['getinfo'],
    reason: 'the wallet of the node and the port of its own API',
    alike: (answer) => without(answer, ['walletversion', 'keypoololdest', 'keypoolsize', 'paytxfee', 'rpcport']),
  },
  {
    methods: ['getinfo', 'getblockchaininfo'],
    reason: 'values of the moment, which a recorded node has of its end only',
    alike: (answer) => without(answer, ['nextblocktime', 'size_on_disk', 'softforks']),
  },
  {
    methods: ['sendrawtransaction'],
    reason: 'the usage text of verusd names files and hosts of its examples',
    alike: (answer) => usageOf(answer),
  },
  {
    methods: ['getaddressbalance'],
    reason: 'verusd prints tokens that are spent altogether only without -currencyindex, as in mempool-a',
    alike: (answer) => withoutSpentTokens(answer),
  },
  {
    methods: ['getaddressutxos', 'getaddressdeltas', 'getaddresstxids'],
    reason: "verusd's index lacks an address that its own getblock prints",
    alike: (answer, { params: [asked] }) =>
      Array.isArray(answer) && stringifyLossless(asked ?? null).includes(UNINDEXED) ? [] : answer,
  },
  {
    methods: ['getaddressutxos'],
    reason: 'verusd forgets heights of outputs whose spenders were taken back',
    alike: (answer) => withoutHeights(answer),
  },
  {
    methods: ['getaddressutxos'],
    reason: 'verusd sorts by height only, with a sort that may exchange equal rows',
    alike: (answer) => byHeight(answer),
  },
  {
    methods: ['getchaintips'],
    reason: 'branches that the installation never followed, such as those whose headers alone the node has',
    alike: (answer) =>
      Array.isArray(answer) ? answer.filter((tip) => isJsonObject(tip) && tip.status === 'active') : answer,
  },
  {
    methods: ['getrawmempool'],
    reason: 'the recorded node prints no priorities, and when a transaction came there is another time',
    alike: (answer) =>
      eachMember(answer, (entry) => without(entry, ['startingpriority', 'currentpriority', 'time', 'height'])),
  },
  {
    methods: ['getmempoolinfo'],
    reason: 'the memory of the node that was recorded',
    alike: (answer) => without(answer, ['usage']),
  },
  {
    methods: ['getaddressmempool'],
    reason:
      'when a transaction came is when we saw it first, and verusd sorts by the second alone; it sorts receivers by keys, of which rows have hashes',
    alike: (answer) =>
      Array.isArray(answer) ? inAnyOrder(answer.map((row) => withoutOrder(without(row, ['timestamp'])))) : answer,
  },
];

export function alike(call: RecordedCall, answer: JsonValue): JsonValue {
  return ALLOWED.filter(({ methods }) => methods.includes(call.method)).reduce(
    (value, { alike: make }) => make(value, call),
    answer,
  );
}

/** Only its first line. */
function usageOf(answer: JsonValue): JsonValue {
  const error = isJsonObject(answer) ? answer.error : undefined;
  if (error === undefined || !isJsonObject(error) || typeof error.message !== 'string') return answer;
  return { error: { ...error, message: error.message.split('\n')[0] ?? '' } };
}

function without(value: JsonValue, names: readonly string[]): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function withoutSpentTokens(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || !isJsonObject(value.currencybalance)) return value;
  const left = Object.entries(value.currencybalance).filter(
    ([id, coins]) => NATIVE.has(id) || String(coins) !== '0.00000000',
  );
  const { currencybalance: _, ...others } = value;
  return left.length === 0 ? others : { ...others, currencybalance: Object.fromEntries(left) };
}

/** Those outputs come first, as with height 0. */
function withoutHeights(value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return value;
  const isRespent = (row: JsonValue) => isJsonObject(row) && RESPENT.has(`${row.txid}:${row.outputIndex}`);
  const forget = (row: JsonValue) => (isJsonObject(row) ? { ...row, height: null, blocktime: null } : row);
  return [...value.filter(isRespent).map(forget), ...value.filter((row) => !isRespent(row))];
}

function eachMember(value: JsonValue, make: (member: JsonValue) => JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, make(member)]));
}

function inAnyOrder(rows: readonly JsonValue[]): JsonValue {
  const named = rows.map((row) => ({
    row,
    key: isJsonObject(row) ? `${row.txid} ${row.spending} ${row.index} ${row.address}` : '',
  }));
  return named.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
}

function withoutOrder(row: JsonValue): JsonValue {
  if (!isJsonObject(row) || !isJsonObject(row.sent) || !Array.isArray(row.sent.outputs)) return row;
  const outputs = row.sent.outputs.toSorted((a, b) => (stringifyLossless(a) < stringifyLossless(b) ? -1 : 1));
  return { ...row, sent: { ...row.sent, outputs } };
}

function byHeight(value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return value;
  const heights = value.map((row) => (isJsonObject(row) ? Number(String(row.height ?? 0)) : 0));
  if (heights.some((height, index) => index > 0 && height < (heights[index - 1] ?? 0))) return value;
  const key = (row: JsonValue, index: number): string =>
    `${String(heights[index]).padStart(10, '0')} ${stringifyLossless(row)}`;
  return value
    .map((row, index) => ({ row, key: key(row, index) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}
