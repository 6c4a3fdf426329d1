import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { enter, poolable, txidOf } from './fill-pool.ts';
import { followRecording } from './follow-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';
import { main } from './recorded-api.ts';

const CHANGES = 'changes(limit: 100) { hasMore nextCursor changes { address amounts { currencyId satoshis } } }';
const MORE = CHANGES.replace('100', '100, cursor: $cursor');

/** The node prints them in blocks and leaves them out of its index (docs/verus/addresses.md#index). */
const NOT_INDEXED = ['RRw9rJMPwdNqC1wgXn5vryJwMDyBgpXjYT'];

const text = (value: JsonValue | undefined): string => String(value);
const list = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const satoshisOf = (coins: string): bigint => BigInt(coins.replace('.', ''));

interface Change {
  address: string;
  amounts: { currencyId: string; satoshis: string }[];
}

async function openSynced(name: 'vrsctest-a' | 'pchain-a', database: TestDatabase) {
  const follower = await followRecording(name, database.db, 'end');
  while ((await follower.step()) !== 'at-tip');
  await follower.close();
  const api = await openApi(database.db);
  const environment = name === 'pchain-a' ? ('MAINNET' as const) : ('TESTNET' as const);
  return {
    chainId: follower.chainId,
    ask: (query: string, variables: object) => api.query(query, variables, { environment }),
    close: api.close,
  };
}

type Synced = Awaited<ReturnType<typeof openSynced>>;

async function readChanges({ ask }: Synced, txids: readonly string[]): Promise<Map<string, Change[]>> {
  const found = new Map<string, Change[]>(txids.map((txid) => [txid, []]));
  for (let start = 0; start < txids.length; start += 100) {
    const wanted = txids.slice(start, start + 100);
    const query = `query ($txids: [String!]!) { transactions(txids: $txids) { txid ${CHANGES} } }`;
    const { data, errors } = await ask(query, { txids: wanted });
    expect(errors).toBeUndefined();
    for (const { txid, changes: first } of data.transactions) {
      for (let page = first; ; ) {
        found.get(txid)?.push(...page.changes);
        if (page.nextCursor === null) break;
        const more = `query ($txid: String!, $cursor: String) { transaction(txid: $txid) { ${MORE} } }`;
        page = (await ask(more, { txid, cursor: page.nextCursor })).data.transaction.changes;
      }
    }
  }
  return found;
}

function readDeltas(name: 'vrsctest-a' | 'pchain-a', chainId: string): Map<string, Map<string, Map<string, bigint>>> {
  const nets = new Map<string, Map<string, Map<string, bigint>>>();
  for (const { method, params, result } of readRecording(recordingDir(name)).answers()) {
    if (method !== 'getaddressdeltas' || result === undefined) continue;
    const [{ addresses }] = params as unknown as [{ addresses: string[] }];
    const [address = ''] = addresses;
    const ofAddress = new Map<string, Map<string, bigint>>();
    nets.set(address, ofAddress);
    for (const delta of list(result)) {
      const txid = text(delta.txid);
      const amounts = ofAddress.get(txid) ?? new Map<string, bigint>();
      ofAddress.set(txid, amounts);
      const add = (id: string, amount: bigint): void => void amounts.set(id, (amounts.get(id) ?? 0n) + amount);
      add(chainId, BigInt(text(delta.satoshis)));
      const tokens = isJsonObject(delta.currencyvalues) ? Object.entries(delta.currencyvalues) : [];
      for (const [id, coins] of tokens) if (id !== chainId) add(id, satoshisOf(text(coins)));
    }
  }
  return nets;
}

function toAmounts(amounts: ReadonlyMap<string, bigint>, chainId: string): Change['amounts'] {
  const rank = (id: string): string => (id === chainId ? '' : id);
  return [...amounts]
    .filter(([, satoshis]) => satoshis !== 0n)
    .toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
    .map(([currencyId, satoshis]) => ({ currencyId, satoshis: String(satoshis) }));
}

test.each([
  ['vrsctest-a', 1_214, 2_000],
  ['pchain-a', 616, 700],
] as const)('%s: the changes of every transaction are those that the node reports', async (name, count, least) => {
  const database = await openDatabase();
  const synced = await openSynced(name, database);
  try {
    const blocks = Array.from(readRecording(recordingDir(name)).blocks(), ({ block }) => block);
    const txids = blocks.flatMap(({ tx }) => list(tx).map(({ txid }) => text(txid)));
    expect(txids).toHaveLength(count);
    const ours = await readChanges(synced, txids);
    const nets = readDeltas(name, synced.chainId);
    const expected = new Map(txids.map((txid) => [txid, [] as Change[]]));
    for (const [address, byTxid] of nets) {
      if (NOT_INDEXED.includes(address)) continue;
      for (const [txid, net] of byTxid) {
        expected.get(txid)?.push({ address, amounts: toAmounts(net, synced.chainId) });
      }
    }
    let compared = 0;
    for (const [txid, changes] of ours) {
      const addresses = changes.map(({ address }) => address);
      expect(addresses).toEqual([...new Set(addresses)].toSorted());
      const theirs = expected.get(txid)?.toSorted((a, b) => (a.address < b.address ? -1 : 1));
      expect({ txid, changes: changes.filter(({ address }) => !NOT_INDEXED.includes(address)) }).toEqual({
        txid,
        changes: theirs,
      });
      compared += changes.length;
    }
    expect(compared).toBeGreaterThan(least);
  } finally {
    await synced.close();
    await database.close();
  }
});

test('a transaction has the same changes in a block as it had while it was pending', async () => {
  const database = await openDatabase();
  const synced = await openSynced('vrsctest-a', database);
  try {
    const pooled = poolable(main.slice(430, 600));
    await enter(database.db, pooled);
    const txids = pooled.map(txidOf);
    expect(txids.length).toBeGreaterThan(20);
    const inBlocks = await readChanges(synced, txids);
    const { data } = await synced.ask(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) {
        ... on PendingTransaction { txid ${CHANGES} } } }`,
      {
        representations: txids.map((txid) => ({ __typename: 'PendingTransaction', chainId: synced.chainId, txid })),
      },
    );
    for (const { txid, changes } of data._entities) expect(inBlocks.get(txid)).toEqual(changes.changes);
  } finally {
    await synced.close();
    await database.close();
  }
});
