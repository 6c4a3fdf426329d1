import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { followRecording } from './follow-recording.ts';
import { openDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';

const list = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** Addresses that the recorded node's index lets each transaction spend from. */
function readSpenders(): Map<string, Set<string>> {
  const spenders = new Map<string, Set<string>>();
  for (const { method, params, result } of readRecording(recordingDir('vrsctest-a')).answers()) {
    if (method !== 'getaddressdeltas' || result === undefined) continue;
    const [{ addresses }] = params as unknown as [{ addresses: string[] }];
    for (const { txid, spending } of list(result)) {
      if (spending !== true) continue;
      const of = spenders.get(String(txid)) ?? new Set();
      spenders.set(String(txid), of.add(addresses[0] ?? ''));
    }
  }
  return spenders;
}

function isTransfer({ scriptPubKey }: JsonObject): boolean {
  return isJsonObject(scriptPubKey) && scriptPubKey.reservetransfer !== undefined;
}

test('vrsctest-a: the senders of each transfer are the addresses that the node’s index lets its transaction spend from', async () => {
  const database = await openDatabase();
  const follower = await followRecording('vrsctest-a', database.db, 'end');
  while ((await follower.step()) !== 'at-tip');
  await follower.close();
  const { chainId } = follower;
  const api = await openApi(database.db);
  try {
    const spenders = readSpenders();
    const transfers = [...readRecording(recordingDir('vrsctest-a')).blocks()].flatMap(({ block }) =>
      list(block.tx).flatMap(({ txid, vout }) =>
        list(vout).flatMap((output, index) => (isTransfer(output) ? [{ txid: String(txid), index }] : [])),
      ),
    );
    expect(transfers).toHaveLength(116);
    const read = async (some: readonly { txid: string; index: number }[]): Promise<string[][]> => {
      const { data, errors } = await api.query(
        'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Transfer { txid index senders } } }',
        { of: some.map((transfer) => ({ __typename: 'Transfer', chainId, ...transfer, at: null })) },
      );
      expect(errors).toBeUndefined();
      return data._entities.map(({ senders }: { senders: string[] }) => senders);
    };
    const found = [...(await read(transfers.slice(0, 60))), ...(await read(transfers.slice(60)))];
    let many = 0;
    for (const [index, transfer] of transfers.entries()) {
      const expected = [...(spenders.get(transfer.txid) ?? [])].filter((address) => !SYSTEM_ADDRESSES.has(address));
      expect({ ...transfer, senders: found[index]?.toSorted() }).toEqual({ ...transfer, senders: expected.sort() });
      if (expected.length > 0) many += 1;
    }
    expect({ many, most: many > 80 }).toEqual({ many, most: true });
    // One of another chain, by the import that paid it.
    expect(await read([{ txid: transfers[0]?.txid ?? '', index: -1 }])).toEqual([[]]);
  } finally {
    await api.close();
    await database.close();
  }
});
