import { hex } from '@ledgergraph/chain-kit/hex';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { type OpenService, openService } from './open-service.ts';

const CHAINS = { 'vrsctest-a': readStreamedBlocks('vrsctest-a'), 'pchain-a': readStreamedBlocks('pchain-a') };
type ChainName = keyof typeof CHAINS;
const names = Object.keys(CHAINS) as ChainName[];
const idOf = (name: ChainName): string => CHAINS[name][0]?.chainId ?? '';
const tipOf = (name: ChainName): number => CHAINS[name].length - 1;

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
type Answer = any;
interface Change {
  height: number;
  txIndex: number;
  vout: number;
  id: string;
  reference: string;
}

let service: OpenService;
const known = new Map<ChainName, { transfers: Answer[]; arrived: Answer[]; conversions: Answer[] }>();

beforeAll(async () => {
  service = await openService();
  for (const name of names) await service.apply(name, CHAINS[name]);
  for (const name of names) known.set(name, await readFlows(name));
});
afterAll(() => service.close());

async function ask(query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
  const { data, errors } = await service.ask(query, variables);
  expect(errors).toBeUndefined();
  return data;
}

const TRANSFER = `txid index blockHeight destination senders kind status export { chainId txid index blockHeight }
  import { chainId txid index blockHeight }`;

/** `arrived` transfers are those of other systems that its imports paid. */
async function readFlows(name: ChainName) {
  const transfers = await walk('transfers', name, TRANSFER);
  const imports = await walk('imports', name, `sourceSystemId transfers(limit: 100) { transfers { ${TRANSFER} } }`);
  const conversions = await walk(
    'conversions',
    name,
    'txid index blockHeight basketId amountIn amountOut address importTxid',
  );
  const all = imports.flatMap((one) => one.transfers.transfers);
  return { transfers, arrived: all.filter(({ index }) => index < 0), conversions };
}

async function walk(field: string, name: ChainName, selection: string): Promise<Answer[]> {
  const rows: Answer[] = [];
  for (let cursor: string | null = null; ; ) {
    const query = `query ($cursor: String) { ${field}(chainId: "${idOf(name)}", order: ASC, limit: 100, cursor: $cursor) {
      ${field} { ${selection} } nextCursor } }`;
    const data = await ask(query, { cursor });
    rows.push(...data[field][field]);
    cursor = data[field].nextCursor;
    if (cursor === null) return rows;
  }
}

async function changes(
  field: 'conversionChanges' | 'transferChanges',
  name: ChainName,
  { from = 0, to = tipOf(name), ids, limit }: { from?: number; to?: number; ids?: string[]; limit?: number } = {},
): Promise<Change[]> {
  const query = `query ($ids: [String!], $limit: Int) {
    ${field}(chainId: "${idOf(name)}", fromHeight: ${from}, toHeight: ${to}, ids: $ids, limit: $limit) { height txIndex vout id reference } }`;
  return (await ask(query, { ids, limit }))[field];
}

function txidOf(name: ChainName, { height, txIndex }: Change): string {
  return hex(CHAINS[name][height]?.transactions[txIndex]?.txid ?? new Uint8Array());
}

const inOrder = ({ height, txIndex, vout }: Change): number => height * 1e8 + txIndex * 1e4 + vout;

test.each(names)(
  '%s: a block changes each transfer that it makes, exports or pays once, at the last of these',
  async (name) => {
    const { transfers, arrived } = known.get(name) ?? { transfers: [], arrived: [] };
    const expected = new Set<string>();
    for (const { txid, index, blockHeight, ...links } of [...transfers, ...arrived]) {
      const made = { txid, index, blockHeight, chainId: idOf(name) };
      const steps = index < 0 ? [links.import] : [made, links.export, links.import];
      // A step of another chain is a change there.
      const own = steps.filter((step) => step?.chainId === idOf(name));
      for (const [place, step] of own.entries()) {
        if (own.slice(place + 1).some((later) => later.blockHeight === step.blockHeight)) continue;
        expected.add(
          [step.blockHeight, step.txid, step.index < 0 ? links.import.index : step.index, `${txid}:${index}`].join(),
        );
      }
    }
    const found = await changes('transferChanges', name);
    expect([...found].sort((a, b) => inOrder(a) - inOrder(b))).toEqual(found);
    const places = found.map((one) => [one.height, txidOf(name, one), one.vout, one.reference].join());
    expect([...new Set(places)].sort()).toEqual([...expected].sort());
    expect(expected.size).toBeGreaterThan(transfers.length);
    expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(found.length);
  },
);

test.each(names)(
  '%s: an address has the changes of its transfers, and a part of the range those of its blocks',
  async (name) => {
    const all = await changes('transferChanges', name);
    const ids = [...new Set(all.map(({ id }) => id))].filter((id) => id !== '');
    expect(ids.length).toBeGreaterThan(3);
    for (const { txid, index, destination, senders } of known.get(name)?.transfers ?? []) {
      const named = all.filter(({ reference }) => reference === `${txid}:${index}`).map(({ id }) => id);
      expect(named).toEqual(expect.arrayContaining([...senders, destination]));
    }
    const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) {
      ... on Address { transfers(limit: 100) { hasMore transfers { txid index } } } } }`;
    const keys = ids.map((address) => ({ __typename: 'Address', chainId: idOf(name), address }));
    const { _entities } = await ask(query, { keys });
    for (const [place, { transfers }] of _entities.entries()) {
      if (transfers.hasMore) continue;
      const listed = transfers.transfers.map(({ txid, index }: Answer) => `${txid}:${index}`);
      const own = all.filter(({ id }) => id === ids[place]).map(({ reference }) => reference);
      const made = own.filter((reference) => !reference.includes(':-'));
      expect([...new Set(made)].sort()).toEqual([...listed].sort());
    }
    for (const id of ids.slice(0, 5)) {
      expect(await changes('transferChanges', name, { ids: [id] })).toEqual(all.filter((one) => one.id === id));
    }
    const [one = '', other = ''] = ids;
    const both = all.filter(({ id }) => id === one || id === other);
    expect(await changes('transferChanges', name, { ids: [other, one] })).toEqual(both);
    const middle = all[Math.floor(all.length / 2)]?.height ?? 0;
    const part = all.filter(({ height }) => height >= middle && height <= middle + 20);
    expect(await changes('transferChanges', name, { from: middle, to: middle + 20 })).toEqual(part);
    expect(await changes('transferChanges', name, { limit: 5 })).toEqual(all.slice(0, 5));
  },
);

test('each conversion is a change of its basket where its import stands, in the order of the list of conversions', async () => {
  for (const name of names) {
    const { conversions } = known.get(name) ?? { conversions: [] };
    const found = await changes('conversionChanges', name);
    const places = found.map((one) => [one.height, txidOf(name, one), one.id]);
    expect(places).toEqual(
      conversions.map(({ blockHeight, importTxid, basketId }) => [blockHeight, importTxid, basketId]),
    );
    for (const id of new Set(found.map((one) => one.id))) {
      const own = found.filter((one) => one.id === id);
      expect(await changes('conversionChanges', name, { ids: [id] })).toEqual(own);
      expect(await changes('conversionChanges', name, { ids: [id], limit: 2 })).toEqual(own.slice(0, 2));
      const last = own.at(-1)?.height ?? 0;
      const late = own.filter(({ height }) => height === last);
      expect(await changes('conversionChanges', name, { ids: [id], from: last })).toEqual(late);
    }
  }
  expect(known.get('vrsctest-a')?.conversions.length).toBeGreaterThan(20);
});

test('the keys of events name what the lists have, as of the block of the event', async () => {
  const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) {
    ... on Conversion { txid index blockHeight basketId amountIn amountOut address importTxid }
    ... on Transfer { txid index status import { blockHeight } } } }`;
  for (const name of names) {
    const chainId = idOf(name);
    const { conversions, transfers } = known.get(name) ?? { conversions: [], transfers: [] };
    const settled = await changes('conversionChanges', name);
    const keys = settled.map(({ height, reference }) => ({
      __typename: 'Conversion',
      chainId,
      at: height,
      settlement: reference,
    }));
    expect((await ask(query, { keys }))._entities).toEqual(conversions);
    const tooEarly = keys.map(({ at, ...key }) => ({ ...key, at: at - 1 }));
    expect(new Set((await ask(query, { keys: tooEarly }))._entities)).toEqual(new Set([null]));

    const byPlace = Map.groupBy(await changes('transferChanges', name), ({ reference }) => reference);
    for (const { txid, index, ...links } of transfers) {
      const heights = [...new Set(byPlace.get(`${txid}:${index}`)?.map(({ height }) => height))];
      const ofHeights = heights.map((at) => ({ __typename: 'Transfer', chainId, at, outpoint: `${txid}:${index}` }));
      const statuses = (await ask(query, { keys: ofHeights }))._entities.map(({ status }: Answer) => status);
      expect(new Set(statuses).size).toBe(statuses.length);
      if (links.import?.chainId === chainId) expect(statuses.at(-1)).toBe(links.status);
    }
  }
});

test('a reverted block has no changes, and what it did to earlier transfers is undone', async () => {
  const name = 'vrsctest-a';
  const before = [await changes('transferChanges', name), await changes('conversionChanges', name)];
  const keep = before[1]?.at(-1)?.height ?? 1;
  await service.revert(name, keep - 1);
  const kept = [await changes('transferChanges', name), await changes('conversionChanges', name)];
  expect(kept).toEqual(before.map((list) => list.filter(({ height }) => height < keep)));
  await service.apply(name, CHAINS[name].slice(keep));
  expect([await changes('transferChanges', name), await changes('conversionChanges', name)]).toEqual(before);
});
