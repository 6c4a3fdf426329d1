import { object, objects } from '@ledgergraph/chain-generator/json';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { generateFlowPair } from './generate-flow-pair.ts';
import { addAll, Reading, readAmount, sumOver } from './printed-chain.ts';

const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const SYSTEM_THREAD = 0x100;

describe.each([4, 5])('generateFlowPair with seed %i', (seed) => {
  const pair = generateFlowPair({ seed, blocks: 300, chainId: CHAIN_ID, name: 'VRSCTEST' });
  const { launcher, launched } = pair;
  const here = new Reading(launcher, launcher.chainId);
  const there = new Reading(launched, launched.chainId);

  test('every import names an export of the other chain and repeats its amounts, its digest and its transfers', () => {
    let transfers = 0;
    for (const [from, to, sender] of [
      [here, there, launcher],
      [there, here, launched],
    ] as const) {
      for (const [key, imported] of listPayloads(to, 'crosschainimport')) {
        if (imported.sourcesystemid !== sender.chainId || (Number(String(imported.flags)) & 6) !== 4) continue;
        const exported = object(from.scripts.get(`${imported.exporttxid}:${imported.exporttxout}`)?.crosschainexport);
        expect({ ...pick(imported, ['valuein', 'hashtransfers', 'sourceheight']), key }).toEqual({
          valuein: exported.totalamounts,
          hashtransfers: exported.hashtransfers,
          sourceheight: exported.sourceheightend,
          key,
        });
        const known = sender.ledger.exports.find(({ txid }) => txid === imported.exporttxid);
        const sent = (known?.transfers ?? []).map((one) => from.scripts.get(one)?.reservetransfer);
        const txid = key.split(':')[0];
        const brought = [...to.scripts].find(
          ([one, script]) => one.startsWith(`${txid}:`) && object(script.crosschainexport).issupplemental === true,
        );
        expect(objects(object(brought?.[1].crosschainexport).transfers)).toEqual(sent);
        transfers += sent.length;
      }
    }
    expect(transfers).toBeGreaterThan(60);
  });

  test('the launcher holds for the other chain exactly what has left for it and has not come back', () => {
    const gone = new Map<string, bigint>();
    for (const [, exported] of listPayloads(here, 'crosschainexport')) {
      if (exported.destinationsystemid !== launched.chainId || (Number(String(exported.flags)) & SYSTEM_THREAD) !== 0)
        continue;
      addAll(gone, amounts(exported.totalamounts));
      addAll(gone, negated(amounts(exported.totalburned)));
    }
    for (const [, imported] of listPayloads(here, 'crosschainimport')) {
      if (imported.sourcesystemid !== launched.chainId || imported.importcurrencyid !== CHAIN_ID) continue;
      const back = amounts(imported.valuein);
      addAll(gone, negated(new Map([[CHAIN_ID, back.get(CHAIN_ID) ?? 0n]])));
    }
    const held = heldFor(here, launched.chainId);
    expect(held.get(CHAIN_ID)).toBe(gone.get(CHAIN_ID));
    expect(gone.get(CHAIN_ID)).toBeGreaterThan(0n);
  });

  test('the deposits of the converter are exactly its reserves', () => {
    const state = launched.ledger.states.filter(({ currencyId }) => currencyId === pair.converterId).at(-1);
    const reserves = new Map(state?.reserves.map(({ currencyId, reserves: amount }) => [currencyId, amount]));
    const held = heldFor(there, pair.converterId);
    expect(held).toEqual(reserves);
  });

  test('no transaction of either chain pays a negative fee, and the fees are those of the ledger', () => {
    for (const [chain, reading] of [
      [launcher, here],
      [launched, there],
    ] as const) {
      const fees = chain.blocks.map(() => 0n);
      for (const { height, index, spent, made } of reading.transactions) {
        const fee = (spent.get(chain.chainId) ?? 0n) - (made.get(chain.chainId) ?? 0n);
        if (index > 0 && fee < 0n) throw new Error(`a transaction of block ${height} pays ${fee}`);
        if (index > 0) fees[height] = (fees[height] ?? 0n) + fee;
      }
      expect(chain.ledger.blocks.map((block) => block.fees)).toEqual(fees);
    }
  });

  test('has transfers of every kind in both directions, onward legs, and some that are under way', () => {
    const kindsOf = ({ ledger, chainId }: typeof launcher): string[] =>
      [
        ...new Set(ledger.transfers.filter(({ systemId }) => systemId !== chainId).map(({ flags }) => String(flags))),
      ].sort();
    expect(kindsOf(launcher)).toEqual(['1091', '5', '65', '67']);
    expect(kindsOf(launched)).toEqual(['65']);
    expect(launched.ledger.transfers.some(({ parent, import: place }) => parent !== null && place !== null)).toBe(true);
    const open = [...launcher.ledger.transfers, ...launched.ledger.transfers].filter(
      (transfer) => transfer.import === null,
    );
    expect(open.length).toBeGreaterThan(0);
    expect(
      launcher.ledger.imports.some(({ notaryReward, exporterReward }) => notaryReward > 0n && exporterReward > 0n),
    ).toBe(true);
  });
});

function* listPayloads({ scripts }: Reading, member: string): Generator<[string, JsonObject]> {
  for (const [key, script] of scripts) if (member in script) yield [key, object(script[member])];
}

function pick(payload: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(
    members.flatMap((member) => (payload[member] === undefined ? [] : [[member, payload[member]]])),
  );
}

function amounts(values: JsonObject[string] | undefined): Map<string, bigint> {
  return new Map(Object.entries(object(values)).map(([id, amount]) => [id, readAmount(amount)]));
}

function negated(sums: ReadonlyMap<string, bigint>): Map<string, bigint> {
  return new Map(Array.from(sums, ([id, amount]) => [id, -amount]));
}

function heldFor({ unspent, controllers }: Reading, controller: string): Map<string, bigint> {
  const held = sumOver([...unspent].filter(([key]) => controllers.get(key) === controller).map(([, values]) => values));
  return new Map([...held].filter(([, amount]) => amount !== 0n));
}
