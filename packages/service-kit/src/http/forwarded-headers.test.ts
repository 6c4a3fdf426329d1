import { answeredHeaders, forwardedHeaders } from './forwarded-headers.ts';

const CLIENT = { address: '::ffff:192.0.2.1', protocol: 'https', host: 'api.example.org' };
const OURS = {
  'x-ledgergraph-internal': 'secret',
  'x-request-id': 'id-1',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'api.example.org',
};
const forward = (headers: Record<string, string>, client = CLIENT) =>
  forwardedHeaders(
    { headers, id: 'id-1', traceContext: null, socket: { remoteAddress: '203.0.113.1' } as never },
    client,
    'secret',
  );

test('a client’s own headers go on, and who it is comes from us alone', () => {
  const own = { cookie: 'a=b', authorization: 'Bearer x', 'content-type': 'x/y', 'x-own': '1', accept: '*/*' };
  const forged = {
    'x-ledgergraph-internal': 'guess',
    'x-ledgergraph-pins': 'x',
    'x-forwarded-for': '198.51.100.1',
    'x-forwarded-port': '1',
    'x-real-ip': '198.51.100.1',
    'x-request-id': 'theirs',
    forwarded: 'for=198.51.100.1',
    via: '1.1 x',
    traceparent: '00-1-1-01',
    tracestate: 'a=b',
    baggage: 'a=b',
  };
  expect(forward({ ...own, ...forged })).toEqual({ ...own, ...OURS });
});

test('headers of the connection stay behind, those that it lists too, but for ours', () => {
  const headers = {
    connection: 'keep-alive, X-Hop, x-ledgergraph-internal, x-forwarded-for',
    'x-hop': '1',
    'keep-alive': '5',
    'transfer-encoding': 'chunked',
    'content-length': '5',
    'proxy-authorization': 'x',
    te: 'trailers',
    upgrade: 'h2c',
    expect: '100-continue',
    host: 'evil.example',
  };
  expect(forward(headers)).toEqual(OURS);
});

test.each([
  ['an address that cannot be read', 'nonsense', '203.0.113.1'],
  ['an address of IPv6', '2001:db8::1', '2001:db8::1'],
])('%s', (_what, address, expected) => {
  expect(forward({}, { ...CLIENT, address })['x-forwarded-for']).toBe(expected);
});

test('an answer goes back without what is ours, and without headers of the connection but its length', () => {
  const own = { 'content-type': 'x/y', 'set-cookie': ['a=1', 'b=2'], 'content-length': '5', etag: '"e"' };
  const others = { 'x-request-id': 'theirs', 'x-ledgergraph-team': 't', connection: 'close', 'transfer-encoding': 'x' };
  expect(answeredHeaders({ ...own, ...others })).toEqual(own);
});
