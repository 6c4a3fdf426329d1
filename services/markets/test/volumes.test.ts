import { hex } from '@ledgergraph/chain-kit/hex';
import {
  CALENDAR_INTERVALS,
  type CalendarInterval,
  intervalStart,
  nextIntervalStart,
} from '@ledgergraph/graph-kit/calendar';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { type OpenService, openService } from './open-service.ts';

const STATISTICS = 60;
const CHAINS = ['vrsctest-a', 'pchain-a'] as const;

const pick = (below: number): number => Math.floor(Math.random() * below);
const satoshis = (coins: string): bigint => BigInt(coins.replace('.', ''));

interface Moved {
  height: number;
  currencyId: string;
  transferred: bigint;
  converted: bigint;
}

let service: OpenService;

beforeAll(async () => {
  service = await openService();
  for (const name of CHAINS) await service.apply(name, readStreamedBlocks(name));
});
afterAll(() => service.close());

/** Answers have the shape of the query. */
// biome-ignore lint/suspicious/noExplicitAny: see above
async function ask(query: string, variables?: Record<string, unknown>): Promise<any> {
  const { data, errors } = await service.ask(query, variables);
  expect(errors).toBeUndefined();
  return data;
}

async function walk<Row>(chainId: string, field: string, row: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = null; ; ) {
    const query = `query ($cursor: String) { ${field}(chainId: "${chainId}", limit: 100, cursor: $cursor) { nextCursor ${field} { ${row} } } }`;
    const data = await ask(query, { cursor });
    rows.push(...data[field][field]);
    cursor = data[field].nextCursor;
    if (cursor === null) return rows;
  }
}

describe.each(CHAINS)('%s', (name) => {
  const blocks = readStreamedBlocks(name);
  const chainId = blocks[0]?.chainId ?? '';
  const tip = blocks.length - 1;
  let latest = 0;
  const times = blocks.map(({ time }) => {
    latest = Math.max(latest, Number(time));
    return latest;
  });
  let settled: number[];
  let moved: Moved[];

  beforeAll(async () => {
    const of = '{ currencyId }';
    const transfers = await walk<{ blockHeight: number; amount: string; from: { currencyId: string } }>(
      ...([chainId, 'transfers', `blockHeight amount from ${of}`] as const),
    );
    const conversions = await walk<{
      blockHeight: number;
      amountInNet: string;
      amountOut: string;
      from: { currencyId: string };
      to: { currencyId: string };
    }>(chainId, 'conversions', `blockHeight amountInNet amountOut from ${of} to ${of}`);
    settled = conversions.map(({ blockHeight }) => blockHeight);
    moved = [
      ...transfers.map(({ blockHeight: height, amount, from: { currencyId } }) => {
        return { height, currencyId, transferred: satoshis(amount), converted: 0n };
      }),
      ...conversions.flatMap(({ blockHeight: height, amountInNet, amountOut, from, to }) => [
        { height, currencyId: from.currencyId, transferred: 0n, converted: satoshis(amountInNet) },
        { height, currencyId: to.currencyId, transferred: 0n, converted: satoshis(amountOut) },
      ]),
    ];
  });

  /** As the statistics service names it to us at a later block. */
  function reference(interval: CalendarInterval, height: number, view: number) {
    const start = intervalStart(interval, times[height] ?? 0);
    const end = nextIntervalStart(interval, start);
    const fromHeight = times.findIndex((time) => time >= start);
    const toHeight = times.slice(0, view + 1).findLastIndex((time) => time < end);
    return { __typename: 'Statistics', chainId, interval, fromHeight, toHeight, at: view };
  }

  function expected({ fromHeight, toHeight }: { fromHeight: number; toHeight: number }) {
    const isWithin = (height: number): boolean => height >= fromHeight && height <= toHeight;
    const own = Map.groupBy(
      moved.filter(({ height }) => isWithin(height)),
      ({ currencyId }) => currencyId,
    );
    const volumes = Array.from(own, ([currencyId, rows]) => ({
      currency: { currencyId },
      transferred: rows.reduce((sum, row) => sum + row.transferred, 0n),
      converted: rows.reduce((sum, row) => sum + row.converted, 0n),
    }));
    return { conversions: settled.filter(isWithin).length, volumes };
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  const readVolumes = (volumes: any[]) =>
    volumes.map(({ transferred, converted, ...rest }) => {
      return { ...rest, transferred: satoshis(transferred), converted: satoshis(converted) };
    });
  const byId = <Volume extends { currency: { currencyId: string } }>(volumes: readonly Volume[]): Volume[] =>
    volumes.toSorted((a, b) => (a.currency.currencyId < b.currency.currencyId ? -1 : 1));

  test('conversions and volumes of any interval are those of the transfers and conversions of its blocks, as of any block', async () => {
    const representations = Array.from({ length: STATISTICS }, (_, sample) => {
      const view = pick(tip + 1);
      return reference(CALENDAR_INTERVALS[sample % CALENDAR_INTERVALS.length] ?? 'DAY', pick(view + 1), view);
    });
    const { _entities } = await ask(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Statistics { conversions
        volumes(limit: 100) { hasMore volumes { currency { currencyId } transferred converted } } } } }`,
      { representations },
    );
    let currencies = 0;
    for (const [index, { conversions, volumes }] of _entities.entries()) {
      const of = representations[index] ?? { fromHeight: 0, toHeight: -1 };
      const wanted = expected(of);
      expect({ of, conversions, volumes: byId(readVolumes(volumes.volumes)) }).toEqual({
        of,
        conversions: wanted.conversions,
        volumes: byId(wanted.volumes),
      });
      expect(volumes.hasMore).toBe(false);
      currencies += volumes.volumes.length;
    }
    expect({ currencies, some: currencies > 10 }).toEqual({ currencies, some: true });
  });

  test('pages of one currency are the list', async () => {
    const of = reference('MONTH', tip, tip);
    const list = async (args: string, cursor: string | null = null) => {
      const { _entities } = await ask(
        `query ($representations: [_Any!]!, $cursor: String) { _entities(representations: $representations) { ... on Statistics {
          volumes(${args}, cursor: $cursor) { hasMore nextCursor volumes { currency { currencyId } transferred converted } } } } }`,
        { representations: [of], cursor },
      );
      return _entities[0].volumes;
    };
    const whole = (await list('limit: 100')).volumes;
    expect(whole.length).toBeGreaterThan(1);
    const paged: unknown[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await list('limit: 1', cursor);
      paged.push(...page.volumes);
      cursor = page.nextCursor;
      expect(page.hasMore).toBe(cursor !== null);
      if (cursor === null) break;
    }
    expect(paged).toEqual(whole);
  });

  test('a page of an open interval that was begun above the pin is read at a later pin', async () => {
    const readPage = async (pin: number, cursor: string | null) => {
      const representations = [{ ...reference('MONTH', pin, pin), at: null }];
      const { data, errors } = await service.ask(
        `query ($representations: [_Any!]!, $cursor: String) { _entities(representations: $representations) { ... on Statistics {
          volumes(limit: 1, cursor: $cursor) { nextCursor volumes { currency { currencyId } transferred converted } } } } }`,
        { representations, cursor },
        `${chainId}:${pin}:${hex(blocks[pin]?.hash ?? new Uint8Array())}`,
      );
      return { code: errors?.[0]?.extensions.code, ...data?._entities?.[0]?.volumes };
    };
    const last = Math.max(...moved.map(({ height }) => height));
    const { nextCursor } = await readPage(last, null);
    expect(await readPage(last - 1, nextCursor)).toMatchObject({ code: 'PIN_LOST' });
    expect(await readPage(tip, nextCursor)).toEqual(await readPage(last, nextCursor));
  });
});
