import { coded } from '@ledgergraph/gateway/test/fake-subgraph';
import { LIVE_CHAIN, TEST_CHAIN, tip } from '@ledgergraph/gateway/test/gateway-stand';
import { moveTip } from '@ledgergraph/gateway/test/move-tip';
import { hashOf } from '@ledgergraph/gateway/test/streams/fake-chain';
import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import { portalForFile } from '../portal-stand.ts';
import { FakeBlocks } from './fake-blocks.ts';

const TIP = 4_509;
const HEIGHT = 4_500;
const ITEMS = HEIGHT + 1;

const APP = 'https://app.example';
const stand = portalForFile({ corsOrigins: [APP] });
const chain = new FakeBlocks(stand, TIP);
beforeEach(() => chain.open());
beforeAll(async () => {
  stand.tips = () => [tip(TIP), tip(200, { chainId: LIVE_CHAIN, environment: Environment.MAINNET })];
  await stand.follower.refresh();
});

const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';
const PARQUET = 'application/vnd.apache.parquet';

function get(path: string, accept = NDJSON, init: RequestInit = {}): Promise<Response> {
  return fetch(`${stand.url}/export/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${stand.testKey}`, accept },
  });
}

async function headOf(path: string): Promise<Headers> {
  const response = await get(path);
  await response.text();
  return response.headers;
}

type Line = Record<string, unknown> & { height: number; cursor: string | null };

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

test('one line for each item, with the values of the API, at the block that the headers name', async () => {
  const response = await get('blocks');
  const { headers, status } = response;
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  expect(headers.get('x-export-block-height')).toBe(String(HEIGHT));
  expect(headers.get('x-export-block-hash')).toBe(hashOf(HEIGHT));
  expect(headers.get('x-export-chain-id')).toBe(TEST_CHAIN);
  expect(headers.get('content-disposition')).toBe(`attachment; filename="blocks-${HEIGHT}.ndjson"`);
  const lines = linesOf(await response.text());
  expect(lines.map(({ cursor: _, ...line }) => line)).toEqual(
    Array.from({ length: ITEMS }, (_, height) => ({
      ...chain.block(height),
      producer: chain.producer,
      producerIdentity: null,
    })),
  );
});

test('pages of an export are larger than those of clients, who have no part in them', async () => {
  const headers = await headOf('blocks');
  expect(headers.get('x-export-items')).toBe(String(ITEMS));
  const pages = stand.requests().filter(({ variables }) => variables.limit !== undefined);
  expect(pages.map(({ variables, headers: sent }) => [variables.limit, sent['x-ledgergraph-page-max']])).toContainEqual(
    [1_000, '1000'],
  );
  const query = '{ blocks(limit: 1000) { blocks { height } } }';
  await stand.query(query, {}, { 'x-ledgergraph-page-max': '1000' });
  expect(stand.requests().at(-1)?.headers).not.toHaveProperty('x-ledgergraph-page-max');
});

test('CSV and Parquet hold the same rows', async () => {
  const lines = linesOf(await (await get('blocks')).text());
  const { data, meta } = Papa.parse<Record<string, string>>(await (await get('blocks', CSV)).text(), {
    header: true,
    skipEmptyLines: true,
  });
  expect(meta.fields).toEqual(Object.keys(lines[0] ?? {}));
  const asText = lines.map((line) =>
    Object.fromEntries(Object.entries(line).map(([name, value]) => [name, value === null ? '' : String(value)])),
  );
  expect(data).toEqual(asText);
  const file = await (await get('blocks', PARQUET)).arrayBuffer();
  const rows = await parquetReadObjects({ file });
  expect(rows).toHaveLength(ITEMS);
  expect(rows[7]).toEqual({
    ...lines[7],
    height: 7n,
    txCount: 1n,
    size: 700n,
    timestamp: new Date(String(lines[7]?.timestamp)),
    reward: 7.00000001,
  });
});

test('an export is compressed for a client that accepts it, and Parquet, which is so already, is not', async () => {
  const encodingOf = async (accept: string, encoding: string) => {
    const headers = { authorization: `Bearer ${stand.testKey}`, accept, 'accept-encoding': encoding };
    const response = await fetch(`${stand.url}/export/blocks?height=${HEIGHT}`, { headers });
    const rows = Buffer.from(await response.arrayBuffer()).toString('latin1');
    return [response.headers.get('content-encoding'), response.headers.get('vary'), rows] as const;
  };
  const [plain, zipped] = [await encodingOf(CSV, 'identity'), await encodingOf(CSV, 'gzip')];
  expect([plain[0], zipped[0]]).toEqual([null, 'gzip']);
  expect(plain[1]).toContain('accept-encoding');
  expect(zipped[2]).toBe(plain[2]);
  expect((await encodingOf(CSV, 'gzip;q=0'))[0]).toBeNull();
  expect((await encodingOf(PARQUET, 'gzip'))[0]).toBeNull();
});

test.each([1, 3, 4])(
  'after a cut behind page %i, the rows behind the last cursor complete the export',
  async (pages) => {
    const all = await get('blocks');
    const block = all.headers.get('x-export-block-hash');
    const whole = linesOf(await all.text());
    const part = whole.slice(0, Math.min(pages * 1_000 + 37, whole.length));
    const last = part.findLast(({ cursor }) => cursor !== null) as Line;
    const kept = part.slice(0, part.indexOf(last) + 1);
    await moveTip(stand, tip(TIP + pages));
    const response = await get(`blocks?cursor=${encodeURIComponent(String(last.cursor))}`);
    expect(response.headers.get('x-export-block-hash')).toBe(block);
    expect(response.headers.get('x-export-items')).toBe(String(whole.length - kept.length));
    expect([...kept, ...linesOf(await response.text())]).toEqual(whole);
  },
);

test('a limited number of rows ends with the cursor of the next one', async () => {
  const lines = linesOf(await (await get('blocks?rows=150')).text());
  expect(lines).toHaveLength(150);
  const rest = await get(`blocks?rows=1&cursor=${encodeURIComponent(String(lines.at(-1)?.cursor))}`);
  expect(linesOf(await rest.text()).map(({ height }) => height)).toEqual([150]);
});

test('a cursor of another export, or a changed one, is refused', async () => {
  const lines = linesOf(await (await get('blocks?rows=100')).text());
  const cursor = encodeURIComponent(String(lines.at(-1)?.cursor));
  for (const path of [
    `blocks?producer=RMiner&cursor=${cursor}`,
    `blocks?cursor=A${cursor}`,
    `blocks?cursor=${cursor}A`,
  ]) {
    const response = await get(path);
    await response.text();
    expect([path, response.status]).toEqual([path, 400]);
  }
});

test('a reorganisation of the tip, and a pin that is lost with it, are not seen in the rows', async () => {
  const whole = await (await get('blocks')).text();
  chain.open();
  let lost = 0;
  chain.beforePage = async (pages) => {
    if (pages === 2 && lost < 3) {
      lost += 1;
      stand.tips = () => [tip(TIP + 1, { fork: lost, lastFinalityBreak: BigInt(lost) })];
      throw coded('PIN_LOST', 'gone', { chainId: TEST_CHAIN });
    }
  };
  const response = await get('blocks');
  expect(await response.text()).toBe(whole);
  expect(lost).toBe(3);
});

test('an export whose block leaves the chain is cut, and never looks complete', async () => {
  chain.beforePage = (pages) => {
    if (pages >= 3)
      throw coded('CHAIN_REORGANIZED', 'the block this list was read at left the main chain: start it again');
  };
  const response = await get('blocks');
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
});

test('the block is chosen by its height or its confirmations, and stays', async () => {
  expect((await headOf('blocks?height=70')).get('x-export-items')).toBe('71');
  expect((await headOf('blocks?confirmations=7')).get('x-export-block-height')).toBe(
    String((stand.follower.pins('TESTNET')[0]?.height ?? 0) - 6),
  );
  expect((await headOf('blocks?fromHeight=11&toHeight=20')).get('x-export-items')).toBe('10');
});

test.each(['fromHeight=5000&toHeight=6000', 'fromHeight=5000', `fromHeight=${HEIGHT + 1}`])(
  'a range above the block that is read is a file without rows, and its head names the block: %s',
  async (range) => {
    const response = await get(`blocks?height=${HEIGHT}&${range}`, CSV);
    const { headers, status } = response;
    expect([status, headers.get('x-export-block-height'), headers.get('x-export-items')]).toEqual([200, '4500', '0']);
    expect((await response.text()).split('\r\n').slice(1)).toEqual(['']);
  },
);

test('what is asked for in the wrong way is refused', async () => {
  const refusals: [path: string, status: number, accept?: string, init?: RequestInit][] = [
    ['nothing', 404],
    ['blocks?chainId=iNone', 404],
    ['blocks?colour=red', 400],
    ['blocks?height=9999', 400],
    ['blocks?height=1&height=2', 400],
    ['blocks?fromHeight=-1', 400],
    ['blocks?height=1&confirmations=2', 400],
    ['blocks?order=up', 400],
    [`blocks?producer=${'a'.repeat(201)}`, 400],
    [`blocks?cursor=${'a'.repeat(4_001)}`, 400],
    ['blocks?columns=koinly', 400],
    ['blocks?columns=constructor', 400],
    ['statement?address=RA&columns=constructor', 400],
    ['statement?address=RA&columns=__proto__', 400],
    ['constructor', 404],
    ['address-transactions', 400],
    ['blocks', 406, 'text/html'],
    ['blocks', 405, NDJSON, { method: 'POST', body: '{}' }],
    ['blocks', 405, NDJSON, { method: 'DELETE' }],
  ];
  for (const [path, status, accept, init] of refusals) {
    const response = await get(path, accept, init);
    const { errors } = (await response.json()) as { errors: object[] };
    expect([path.slice(0, 50), response.status, errors.length]).toEqual([path.slice(0, 50), status, 1]);
  }
});

test('a refusal names the parameters of the export, and nothing of GraphQL', async () => {
  const market = 'candles?basket=iB&base=iB&quote=iQ&interval=day';
  stand.subgraphs.markets.resolvers = {
    Query: {
      candles: () => {
        throw coded('VALIDATION_ERROR', 'quote must be another currency than base', { argument: 'quote' });
      },
    },
  };
  const messages: string[] = [];
  for (const path of [
    market.replace('day', '1h'),
    `${market}&fromTime=yesterday`,
    market,
    'blocks?fromTime=2026-02-30T00:00:00Z',
    'blocks?validation=luck',
  ]) {
    const response = await get(path);
    const { errors } = (await response.json()) as { errors: { message: string }[] };
    expect([path, response.status]).toEqual([path, 400]);
    messages.push(errors[0]?.message ?? '');
  }
  expect(messages).toEqual([
    'interval must be one of block, minute, five_minutes, quarter, hour, four_hours, day, week.',
    'fromTime must be a time as in RFC 3339, such as 2026-01-01T00:00:00Z.',
    'quote must be another currency than base',
    'fromTime must be a time as in RFC 3339, such as 2026-01-01T00:00:00Z.',
    'validation must be one of work, stake.',
  ]);
});

test('a page of an allowed origin reads an export and its refusals, and no other page does', async () => {
  const ask = (path: string, origin: string, method = 'GET') =>
    fetch(`${stand.url}/export/${path}`, {
      method,
      headers: { origin, accept: CSV, ...(method === 'GET' && { authorization: `Bearer ${stand.testKey}` }) },
    });
  const allowed = ({ headers }: Response): string | null => headers.get('access-control-allow-origin');
  for (const [path, status] of [
    ['blocks?rows=1', 200],
    ['blocks?colour=red', 400],
    ['nothing', 404],
  ] as const) {
    const [own, other] = [await ask(path, APP), await ask(path, 'https://other.example')];
    expect([own.status, allowed(own), other.status, allowed(other)]).toEqual([status, APP, 403, null]);
    if (status === 200) expect(own.headers.get('access-control-expose-headers')).toMatch(/x-export-block-height/);
    await Promise.all([own.text(), other.text()]);
  }
  const [own, other] = [await ask('blocks', APP, 'OPTIONS'), await ask('blocks', 'https://other.example', 'OPTIONS')];
  expect([own.status, allowed(own), own.headers.get('access-control-allow-headers')]).toEqual([
    204,
    APP,
    expect.stringContaining('authorization'),
  ]);
  expect([other.status, allowed(other)]).toEqual([403, null]);
});

test('a chain is asked for by its name, too', async () => {
  const response = await get('blocks?chainId=vrsctest&rows=1');
  expect([response.status, response.headers.get('x-export-chain-id')]).toEqual([200, TEST_CHAIN]);
  await response.text();
});
