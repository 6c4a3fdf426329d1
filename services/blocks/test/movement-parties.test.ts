import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { decimalText, satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { followRecording } from './follow-recording.ts';
import { openDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';

const list = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

// biome-ignore lint/suspicious/noExplicitAny: answers of the graph
type Untyped = any;

interface Entry {
  address: string;
  isSpend: boolean;
  index: number;
  satoshis: bigint;
}

function readEntries(name: 'vrsctest-a'): Map<string, Entry[]> {
  const entries = new Map<string, Entry[]>();
  for (const { method, params, result } of readRecording(recordingDir(name)).answers()) {
    if (method !== 'getaddressdeltas' || result === undefined) continue;
    const [{ addresses }] = params as unknown as [{ addresses: string[] }];
    for (const delta of list(result)) {
      const of = entries.get(String(delta.txid)) ?? [];
      entries.set(String(delta.txid), of);
      const satoshis = BigInt(String(delta.satoshis));
      of.push({ address: addresses[0] ?? '', isSpend: delta.spending === true, index: Number(delta.index), satoshis });
    }
  }
  return entries;
}

function expectedFee(transaction: JsonObject, entries: readonly Entry[], address: string): bigint {
  const spends = entries.filter(({ isSpend, satoshis }) => isSpend && satoshis !== 0n);
  const byInput = [...Map.groupBy(spends, ({ index }) => index).values()];
  const valueIn = byInput.reduce((sum, [entry]) => sum - (entry?.satoshis ?? 0n), 0n);
  const valueOut = list(transaction.vout).reduce((sum, { value }) => sum + satoshisFromDecimalText(String(value)), 0n);
  const fee = valueIn - valueOut;
  if (byInput.length === 0) return 0n;
  if (byInput.every((of) => of.some((entry) => entry.address === address))) return fee;
  const payers = [...netsOf(entries)].filter(([payer, net]) => net < 0n && !SYSTEM_ADDRESSES.has(payer));
  const losses = payers.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const total = losses.reduce((sum, [, net]) => sum - net, 0n);
  let [lost, paid, part] = [0n, 0n, 0n];
  for (const [payer, net] of losses) {
    lost -= net;
    const upTo = (fee * lost) / total;
    if (payer === address) part = upTo - paid;
    paid = upTo;
  }
  return part;
}

let database: Awaited<ReturnType<typeof openDatabase>>;
let api: Awaited<ReturnType<typeof openApi>>;
let chainId: string;
beforeAll(async () => {
  database = await openDatabase();
  const follower = await followRecording('vrsctest-a', database.db, 'end');
  while ((await follower.step()) !== 'at-tip');
  await follower.close();
  ({ chainId } = follower);
  api = await openApi(database.db);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

test('vrsctest-a: the fee and the counterparty of each plain payment are those that follow from the node’s own index', async () => {
  const entries = readEntries('vrsctest-a');
  // Without shielded parts and protocol outputs, where fee and other side need no rule.
  const plain = [...readRecording(recordingDir('vrsctest-a')).blocks()].flatMap(({ block }) =>
    list(block.tx)
      .slice(1)
      .filter((tx) => list(tx.vout).every((output) => isPlain(output)) && isClear(tx)),
  );
  const movements = plain.flatMap((transaction) => {
    const of = entries.get(String(transaction.txid)) ?? [];
    return [...new Set(of.map(({ address }) => address))].map((address) => ({ transaction, of, address }));
  });
  expect(movements.length).toBeGreaterThan(100);
  let [fees, others] = [0, 0];
  for (let start = 0; start < movements.length; start += 100) {
    const some = movements.slice(start, start + 100);
    const { data, errors } = await api.query(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) {
        ... on Movement { txid addresses fee counterparty { address } } } }`,
      {
        representations: some.map(({ transaction, address }) => {
          const txid = String(transaction.txid);
          return { __typename: 'Movement', chainId, addresses: [address], currencyId: chainId, txid, at: null };
        }),
      },
    );
    expect(errors).toBeUndefined();
    for (const [index, { transaction, of, address }] of some.entries()) {
      const fee = expectedFee(transaction, of, address);
      const other = expectedOther(of, address);
      expect(data._entities[index]).toEqual({
        txid: String(transaction.txid),
        addresses: [address],
        fee: decimalText(fee),
        counterparty: other === null ? null : { address: other },
      });
      fees += fee > 0n ? 1 : 0;
      others += other === null ? 0 : 1;
    }
  }
  expect({ fees, others, many: fees > 10 && others > 50 }).toEqual({ fees, others, many: true });
});

test('vrsctest-a: of each registration that several pay, they pay the fee together, and none more than it lost', async () => {
  const entries = readEntries('vrsctest-a');
  const registrations = [...readRecording(recordingDir('vrsctest-a')).blocks()].flatMap(({ block }) =>
    list(block.tx).filter((tx) => list(tx.vout).some(({ scriptPubKey }) => isReservation(scriptPubKey))),
  );
  const paid = registrations.flatMap(({ txid }) => {
    const losses = [...netsOf(entries.get(String(txid)) ?? [])].filter(([, net]) => net < 0n);
    return losses.length > 1 ? [{ txid: String(txid), losses }] : [];
  });
  expect(paid.length).toBeGreaterThan(10);
  let alone = 0;
  for (const { txid, losses } of paid) {
    const { data, errors } = await api.query(
      `query ($keys: [_Any!]!) { transaction(txid: "${txid}") { fee }
        _entities(representations: $keys) { ... on Movement { fee } } }`,
      {
        keys: losses.map(([address]) => ({
          __typename: 'Movement',
          chainId,
          addresses: [address],
          currencyId: chainId,
          txid,
          at: null,
        })),
      },
    );
    expect(errors).toBeUndefined();
    const parts = (data as Untyped)._entities.map(({ fee }: Untyped) => satoshisFromDecimalText(fee));
    const whole = parts.reduce((sum: bigint, part: bigint) => sum + part, 0n);
    expect([txid, decimalText(whole)]).toEqual([txid, (data as Untyped).transaction.fee]);
    for (const [index, [, net]] of losses.entries()) expect(parts[index]).toBeLessThanOrEqual(-net);
    // Where no one gained anything, each loss is a part of the fee.
    alone += losses.every(([, net], index) => parts[index] === -net) ? 1 : 0;
  }
  expect(alone).toBeGreaterThan(0);
});

function isPlain({ scriptPubKey }: JsonObject): boolean {
  return isJsonObject(scriptPubKey) && ['pubkeyhash', 'scripthash', 'pubkey'].includes(String(scriptPubKey.type));
}

function isReservation(script: JsonValue | undefined): boolean {
  return isJsonObject(script) && script.identityreservation !== undefined;
}

function isClear(transaction: JsonObject): boolean {
  return ['vjoinsplit', 'vShieldedSpend', 'vShieldedOutput'].every((part) => list(transaction[part]).length === 0);
}

function netsOf(entries: readonly Entry[]): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const entry of entries) nets.set(entry.address, (nets.get(entry.address) ?? 0n) + entry.satoshis);
  return nets;
}

function expectedOther(entries: readonly Entry[], address: string): string | null {
  const nets = netsOf(entries);
  const own = nets.get(address) ?? 0n;
  if (own === 0n) return null;
  const others = [...nets].filter(([, net]) => net !== 0n && net > 0n !== own > 0n).map(([other]) => other);
  return others.length === 1 ? (others[0] ?? null) : null;
}
