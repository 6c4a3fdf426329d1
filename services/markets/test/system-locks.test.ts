import { hex } from '@ledgergraph/chain-kit/hex';
import type { FlowChain } from '@ledgergraph/generators/flow-chain/generate-flow-chain';
import { generateFlowPair } from '@ledgergraph/generators/flow-chain/generate-flow-pair';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { normalizePrinted, readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { scopeOf } from '#/db/list-scopes.ts';
import { GeneratedStand, type Named } from './generated-stand.ts';
import { openService } from './open-service.ts';

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST' };
const BLOCKS = 220;
/** Exports of a definition, and of a system's thread, carry no transfers of their own. */
const NO_TRANSFERS = 0x140;

type Amounts = Map<string, bigint>;

function heldFor(systemId: string, blocks: readonly Block[], chainId: string): Amounts {
  const unspent = new Map<string, [string, bigint][]>();
  for (const { txid, inputs, outputs } of blocks.flatMap(({ transactions }) => transactions)) {
    for (const input of inputs) unspent.delete(`${hex(input.txid)}:${input.vout}`);
    for (const { kind, payloadJson, index, satoshis, currencyValues } of outputs) {
      if (kind !== 'reservedeposit' || JSON.parse(payloadJson).controllingcurrencyid !== systemId) continue;
      const values = currencyValues.map((one): [string, bigint] => [one.currencyId, one.satoshis]);
      unspent.set(`${hex(txid)}:${index}`, [[chainId, satoshis], ...values]);
    }
  }
  return sum([...unspent.values()].flat());
}

/** Exports that the other chain, up to a height of its own, has not imported. */
function underWay(from: FlowChain, to: FlowChain & { chainId: string }, height: number, toHeight: number): Amounts {
  const imported = to.ledger.imports.filter((one) => one.height <= toHeight);
  const arrived = new Set(imported.map(({ exportTxid, exportVout }) => `${exportTxid}:${exportVout}`));
  const left = from.ledger.exports.filter(
    (one) => one.height <= height && one.destinationSystemId === to.chainId && (one.flags & NO_TRANSFERS) === 0,
  );
  return sum(left.filter(({ txid, vout }) => !arrived.has(`${txid}:${vout}`)).flatMap((one) => [...one.totalAmounts]));
}

function sum(amounts: readonly (readonly [string, bigint])[]): Amounts {
  const sums: Amounts = new Map();
  for (const [id, amount] of amounts) if (amount !== 0n) sums.set(id, (sums.get(id) ?? 0n) + amount);
  return sums;
}

interface Lock {
  systemId: string;
  name: string | null;
  currencyId: string;
  locked: string;
  inFlight: string | null;
}

const queryOf = (chainId: string, height: number | null, page = 'limit: 100') => `{
  systemLocks(chainId: "${chainId}" ${height === null ? '' : `asOf: { height: ${height} }`}, ${page}) {
    hasMore nextCursor systemLocks { systemId name currencyId locked inFlight } } }`;

const lines = (amounts: Iterable<readonly [string, string | null]>): string[] =>
  [...amounts].flatMap(([id, amount]) => (Number(amount) === 0 ? [] : [`${id} ${amount}`])).sort();
const wanted = (amounts: Amounts): string[] =>
  lines(Array.from(amounts, ([id, amount]) => [id, decimalText(amount)] as const));

describe('of two generated chains that trade', () => {
  const { launcher, launched } = generateFlowPair({ ...CHAIN, seed: 32, blocks: BLOCKS });
  const TIPS = { launcher: launcher.blocks.length - 1, launched: launched.blocks.length - 1 };
  let stand: GeneratedStand;

  beforeAll(async () => {
    stand = await GeneratedStand.open();
    for (const chain of [launcher, launched]) await stand.apply(chain, 0, 37);
  });
  afterAll(() => stand.close());

  /** Compares with raw blocks up to `last`, and of the other chain up to `otherLast`. Returns amounts under way. */
  async function expectLocks(
    [chain, last]: readonly [Named, number],
    [other, otherLast]: readonly [Named, number],
    asOf: number | null = null,
  ): Promise<Amounts> {
    const { data, errors } = await stand.ask(queryOf(chain.chainId, asOf));
    expect(errors).toBeUndefined();
    expect(data.systemLocks.hasMore).toBe(false);
    const locks: Lock[] = data.systemLocks.systemLocks;
    expect(locks.map(({ systemId, name }) => [systemId, name])).toEqual(locks.map(() => [other.chainId, other.name]));
    const blocks: Block[] = [];
    const texts = chain.blocks.slice(0, last + 1).map(({ text }) => text);
    for await (const block of normalizePrinted(texts, chain.chainId)) blocks.push(block);
    const held = heldFor(other.chainId, blocks, chain.chainId);
    expect(lines(locks.map(({ currencyId, locked }) => [currencyId, locked]))).toEqual(wanted(held));
    const onTheWay = underWay(chain, other, last, otherLast);
    expect(lines(locks.map(({ currencyId, inFlight }) => [currencyId, inFlight]))).toEqual(wanted(onTheWay));
    return onTheWay;
  }

  test('a chain keeps for the other what lies in its deposits, and has on the way what the other has not imported', async () => {
    const here = [launcher, TIPS.launcher] as const;
    const there = [launched, TIPS.launched] as const;
    for (const [[chain, tip], other] of [
      [here, there],
      [there, here],
    ] as const) {
      await expectLocks([chain, tip], other);
      for (const height of [tip - 1, tip - 20, Math.floor(tip * 0.85)]) {
        await expectLocks([chain, height], other, height);
      }
    }
  });

  test('pages of one row give the same rows as one page', async () => {
    const rows: Lock[] = [];
    let cursor = '';
    do {
      const { data } = await stand.ask(queryOf(launched.chainId, null, `limit: 1${cursor}`));
      rows.push(...data.systemLocks.systemLocks);
      cursor = data.systemLocks.hasMore ? `, cursor: "${data.systemLocks.nextCursor}"` : '';
    } while (cursor !== '');
    const { data } = await stand.ask(queryOf(launched.chainId, null));
    expect(rows.length).toBeGreaterThan(1);
    expect(rows).toEqual(data.systemLocks.systemLocks);
  });

  test('a revert of either chain brings back what was locked, and what was on its way', async () => {
    const seen: number[] = [];
    // With fewer imports more is on its way.
    for (const kept of [TIPS.launched - 20, TIPS.launched - 35]) {
      await stand.revert(launched, kept);
      seen.push((await expectLocks([launcher, TIPS.launcher], [launched, kept])).size);
      await expectLocks([launched, kept], [launcher, TIPS.launcher]);
    }
    // Removed blocks leave deposits open, and imports without exports.
    const kept = TIPS.launcher - 60;
    await stand.revert(launcher, kept);
    await expectLocks([launcher, kept], [launched, TIPS.launched - 35]);
    await stand.apply(launcher, kept + 1, 9);
    await stand.apply(launched, TIPS.launched - 34, 9);
    await expectLocks([launcher, TIPS.launcher], [launched, TIPS.launched]);
    await expectLocks([launched, TIPS.launched], [launcher, TIPS.launcher]);
    expect(Math.min(...seen)).toBeGreaterThan(0);
  });

  test('of two exports in the block of the newest import, the one that is not imported is on its way', async () => {
    const chainId = launcher.chainId;
    const last = launched.ledger.imports.findLast((one) => one.sourceSystemId === launcher.chainId);
    const whole = launcher.ledger.exports.find(
      ({ txid, vout }) => txid === last?.exportTxid && vout === last.exportVout,
    );
    if (whole === undefined) throw new Error('no export has arrived');
    const { txid, vout, height, totalAmounts } = whole;
    const place = `chain = (SELECT id FROM chain WHERE chain_id = $1) AND height = ${height} AND vout = ${vout}`;
    const copied = async (table: string, where: string): Promise<void> => {
      const copy = `jsonb_populate_record(one, '{"vout": 1000, "txid": "${String.raw`\\x`}${'ab'.repeat(32)}"}')`;
      const sql = `INSERT INTO ${table} SELECT (${copy}).* FROM ${table} AS one WHERE ${place} AND ${where} RETURNING 'one' AS line`;
      expect(await stand.lines(sql, chainId)).toEqual(['one']);
    };
    await copied('export', `txid = decode('${txid}', 'hex')`);
    await copied('listing', `scope = ${scopeOf('exports', { system: launched.chainId })}`);
    for (const [currencyId, amount] of totalAmounts) {
      const sql = `UPDATE system_lock SET exported = exported + ${amount} WHERE chain = (SELECT id FROM chain WHERE chain_id = $1)
                      AND height >= ${height} AND currency_id = '${currencyId}' RETURNING 'one' AS line`;
      expect((await stand.lines(sql, chainId)).length).toBeGreaterThan(0);
    }
    const { data } = await stand.ask(queryOf(chainId, null));
    const locks: Lock[] = data.systemLocks.systemLocks;
    const others = underWay(launcher, launched, TIPS.launcher, TIPS.launched);
    expect(lines(locks.map(({ currencyId, inFlight }) => [currencyId, inFlight]))).toEqual(
      wanted(sum([...totalAmounts, ...others])),
    );
  });
});

test('without the other chain, what is on the way to it is unknown', async () => {
  const service = await openService();
  const blocks = readNormalizedBlocks('pchain-a');
  const { chainId } = announcedNetwork('pchain-a');
  const parentId = CHAIN.chainId;
  await service.apply('pchain-a', blocks, 100);
  const { data, errors } = await service.ask(queryOf(chainId, null));
  expect(errors).toBeUndefined();
  const locks: Lock[] = data.systemLocks.systemLocks;
  expect(new Set(locks.map(({ systemId }) => systemId))).toEqual(new Set([parentId]));
  expect(lines(locks.map(({ currencyId, locked }) => [currencyId, locked]))).toEqual(
    wanted(heldFor(parentId, blocks, chainId)),
  );
  expect(locks.map(({ inFlight }) => inFlight)).toEqual(locks.map(() => null));
  expect(locks.length).toBeGreaterThan(0);
  await service.close();
});
