import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { PASSED_METHODS } from '#/verus-rpc/rpc-methods.ts';
import { admit } from './admit.ts';

const ALL = new Set<string>(PASSED_METHODS);
const TIP = 1_000;

const ask = (method: string, params: string) => admit({ method, params }, ALL, TIP);
const asked = (method: string, ...params: unknown[]) => ask(method, JSON.stringify(params));

const UTXO = { txid: 'ab'.repeat(32), voutnum: 0 };
const SIGNED = { address: 'name@', message: 'text', signature: 'AgX=' };

test.each([
  'getblock',
  'getwalletinfo',
  'dumpprivkey',
  'GetInfo',
  'GETINFO',
  ' getinfo',
  'getinfo ',
  'getinfo\0',
  'get\u0000info',
  'getinfo"',
  'verifyfile',
  'signmessage',
  'gettxout',
  'getchaintips',
  'getcurrencytrust',
  'getidentitytrust',
  '__proto__',
  'constructor',
  '',
])('%j is no method that is passed', (method) => {
  expect(ask(method, '[]')).toEqual({ code: -32601, message: 'this method is not passed to the node' });
});

test('the setting takes methods away', () => {
  expect(admit({ method: 'getinfo', params: '[]' }, new Set(['estimatefee']), TIP)).toMatchObject({ code: -32601 });
});

test.each(['{}', '"x"', '5', 'null', '', '[', '[1,]', '{"a":1}', `${'['.repeat(90_000)}`, 'undefined', '[] []'])(
  'parameters that are no list are refused: %.20s',
  (params) => {
    expect(ask('estimatefee', params)).toEqual({ code: -32600, message: 'Params must be an array' });
  },
);

test.each([
  ['too long', 'estimatefee', `[${' '.repeat(100_000)}1]`],
  ['too long even for a transaction', 'decoderawtransaction', `["${'0'.repeat(4_100_000)}"]`],
  ['too deep', 'estimateconversion', `[${'['.repeat(20)}${']'.repeat(20)}]`],
  ['with a NUL', 'validateaddress', '["name\\u0000@"]'],
  ['with a NUL in a name', 'createrawtransaction', '[[],{"R\\u0000":1}]'],
  ['with half of a pair', 'validateaddress', '["\\ud800"]'],
])('parameters that are %s are refused', (_, method, params) => {
  expect(ask(method, params)).toMatchObject({ code: -8 });
});

test.each([
  ['estimatefee', []],
  ['estimatefee', [1, 2]],
  ['getinfo', ['x']],
  ['fundrawtransaction', []],
  ['getrawmempool', [true, { fulltxes: true }]],
] as const)('%s with a wrong number of parameters answers its usage', (method, params) => {
  expect(asked(method, ...params)).toMatchObject({ code: -1, message: expect.stringContaining(method) });
});

const FORMS: [reason: string, method: string, ...params: unknown[]][] = [
  ['the wallet’s coins', 'fundrawtransaction', '00'],
  ['the wallet’s coins', 'fundrawtransaction', '00', null, 'RA'],
  ['the wallet’s coins', 'fundrawtransaction', '00', [], 'RA'],
  ['the wallet’s coins', 'fundrawtransaction', '00', '[]', 'RA'],
  ['the wallet’s coins', 'fundrawtransaction', '00', {}, 'RA'],
  ['no change address', 'fundrawtransaction', '00', [UTXO]],
  ['no change address', 'fundrawtransaction', '00', [UTXO], ''],
  ['no change address', 'fundrawtransaction', '00', [UTXO], null],
  ['another member', 'fundrawtransaction', '00', [{ ...UTXO, file: 'x' }], 'RA'],
  ['too many outputs', 'fundrawtransaction', '00', new Array(501).fill(UTXO), 'RA'],
  ['a file', 'verifysignature', { ...SIGNED, filename: '/etc/passwd' }],
  ['a file without a name', 'verifysignature', { ...SIGNED, filename: '' }],
  ['a file by another case', 'verifysignature', { ...SIGNED, fileName: '/etc/passwd' }],
  ['a key of the wallet', 'verifysignature', { address: 'RA', message: 'text', signature: '' }],
  ['a key of the wallet', 'verifysignature', { address: 'RA', message: 'text' }],
  ['a key of the wallet', 'verifysignature', { ...SIGNED, signature: 5 }],
  ['an object as text', 'verifysignature', JSON.stringify(SIGNED)],
  ['too many keys', 'verifysignature', { ...SIGNED, vdxfkeys: new Array(101).fill('x') }],
  ['evidence', 'getnotarizationdata', 'VRSC', true],
  ['evidence', 'getnotarizationdata', 'VRSC', false, 1],
  ['every tree', 'getsaplingtree', '1,1000,1'],
  ['every tree', 'getsaplingtree', '1, 1000, 1'],
  ['a proof above the tip', 'getidentity', 'name@', 0, true, 1_001],
  ['a proof above the tip', 'getidentity', 'name@', 0, true, -1],
  ['a proof above the tip', 'getidentity', 'name@', 0, true, '5'],
  ['proofs', 'getidentitycontent', 'name@', 0, 0, true],
  ['too many inputs', 'createrawtransaction', new Array(5_001).fill(0), {}],
  ['too many currencies', 'createrawtransaction', [], { RA: Object.fromEntries([...Array(101).keys()].entries()) }],
  ['a length that the daemon takes from a letter', 'hashdata', '00', 'blake2b', 'é'],
  ['digits that are no transaction', 'decoderawtransaction', 'ab'.repeat(300_000)],
  ['a height that is no number', 'coinsupply', '1;'],
  ['a range that is no range', 'getcurrencystate', 'x', '1-5'],
  ['too many exports', 'getexports', 'x', 0, 1_001],
  ['exports from a height that the daemon cuts to 0', 'getexports', 'x', 2 ** 32, 0],
];

test.each(FORMS)('a form that asks for %s is refused', (_, method, ...params) => {
  expect(asked(method, ...params)).toMatchObject({ code: -8 });
});

test.each([
  ['fundrawtransaction', '00', [UTXO], 'RA', 0.0001],
  ['createrawtransaction', [{ txid: UTXO.txid, vout: 0 }], { RA: 1, 'name@': { VRSC: 1 } }, 0, 5],
  ['verifysignature', SIGNED],
  ['verifymessage', 'name@', 'AgX=', 'text', true],
  ['hashdata', '00', 'sha256'],
  ['getnotarizationdata', 'VRSC', false],
  ['getsaplingtree'],
  ['getsaplingtree', '5'],
  ['getsaplingtree', '1,1000'],
  ['getsaplingtree', '901,1000,1'],
  ['getidentity', 'name@', 5, true, 1_000],
  ['getidentity', 'name@', -1],
  ['getidentitycontent', 'name@', 0, 5, false, 0, 'iKey', true],
  ['getcurrencystate', 'x', '1,900,1', 'y'],
  ['getcurrencystate', 'x', 5],
  ['getexports', 'x', 500, 5_000],
  ['getimports', 'x', 1],
  ['coinsupply'],
  ['coinsupply', '5'],
  // The daemon's own words for a wrong type.
  ['estimatefee', 'x'],
] as const)('%s in its usual forms is passed', (method, ...params) => {
  expect(asked(method, ...params)).toMatchObject({ method, params: JSON.stringify(params) });
});

test('the node gets what was checked, not what the client wrote', () => {
  const twice = '[{"filename":"/etc/passwd","address":"a@","filename":"x","signature":"s"}]';
  expect(ask('verifysignature', twice)).toMatchObject({ code: -8 });
  const params = '[ {"signature":"", "address":"a@","signature":"s"} ]';
  expect(ask('verifysignature', params)).toMatchObject({ params: '[{"signature":"s","address":"a@"}]' });
  const exact = stringifyLossless(['x']);
  expect(ask('createrawtransaction', `[[],{"RA":0.10000000}]`)).toMatchObject({ params: '[[],{"RA":0.10000000}]' });
  expect(ask('validateaddress', ' ["\\u0078"]')).toMatchObject({ params: exact });
});
