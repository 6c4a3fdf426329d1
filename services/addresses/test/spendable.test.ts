import { hex } from '@ledgergraph/chain-kit/hex';
import { type Block, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { listUtxos } from '#/db/list-utxos.ts';
import { AddressDatabase, PCHAIN, VRSCTEST } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';
import { identityOf } from './guarded-blocks.ts';
import { readAnswers } from './recorded-answers.ts';

const MATURITY = 100;
const ALL = 1_000_000;

describe.each([
  ['vrsctest-a', VRSCTEST],
  ['pchain-a', PCHAIN],
] as const)('%s', (name, chainId) => {
  const blocks = readNormalizedBlocks(name);
  let database: AddressDatabase;
  let graph: AddressGraph;

  beforeAll(async () => {
    database = await AddressDatabase.create();
    await database.apply(blocks);
    graph = await openAddressGraph(database);
  });
  afterAll(async () => {
    await graph.close();
    await database.close();
  });

  async function spendableAt(address: string, height: number): Promise<string[]> {
    const { data, errors } = await graph.ask(
      `query ($chainId: String, $address: String!, $asOf: AsOf) { address(chainId: $chainId, address: $address, asOf: $asOf) {
        all: utxos(limit: 100) { hasMore utxos { txid vout spendable } }
        only: utxos(limit: 100, spendableOnly: true) { totalCount utxos { txid vout spendable } } } }`,
      { chainId, address, asOf: { height } },
      chainId === PCHAIN ? { environment: 'MAINNET' } : {},
    );
    expect(errors).toBeUndefined();
    const { all, only } = data.address;
    expect(all.hasMore).toBe(false);
    expect(only.utxos).toEqual(all.utxos.filter(({ spendable }: Untyped) => spendable));
    expect(only.totalCount).toBe(only.utxos.length);
    return only.utxos.map(({ txid, vout }: Untyped) => `${txid.slice(0, 8)}:${vout}`);
  }

  function listSpends(all: readonly Block[]) {
    const spends = new Map<number, { txid: string; vout: number; address: string }[]>();
    const outputs = new Map<string, { address: string; height: number; isProtocol: boolean }>();
    for (const { height, transactions } of all) {
      for (const { txid, index, inputs, outputs: created } of transactions) {
        const isStake = index === transactions.length - 1 && all[height]?.validation === Validation.STAKE;
        for (const input of inputs) {
          const key = `${hex(input.txid)}:${input.vout}`;
          const spent = outputs.get(key);
          // No earlier block reports stakes of locked outputs, or spends within a block, as spendable.
          if (spent === undefined || spent.isProtocol || spent.height === height || isStake) continue;
          const before = spends.get(height - 1) ?? [];
          spends.set(height - 1, [...before, { txid: hex(input.txid), vout: input.vout, address: spent.address }]);
        }
        for (const output of created) {
          const isProtocol = !output.spendable || output.addresses.length === 0;
          const place = { address: output.addresses[0] ?? '', height, isProtocol };
          outputs.set(`${hex(txid)}:${output.index}`, place);
        }
      }
    }
    return spends;
  }

  test('every output that a block of the chain spends is spendable as of the block before', async () => {
    const spends = listSpends(blocks);
    let count = 0;
    for (const [height, spent] of spends) {
      const addresses = [...new Set(spent.map(({ address }) => address))];
      const keys = addresses.map((address) => ({ chainId, address, height, matureHeight: height + 1 - MATURITY }));
      const page = { currencyId: null, spendableOnly: true, limit: ALL, after: null };
      const listed = await listUtxos(database.db, keys, page);
      const names = new Set(listed.map(({ txid, vout }) => `${txid}:${vout}`));
      expect(spent.filter(({ txid, vout }) => !names.has(`${txid}:${vout}`))).toEqual([]);
      count += spent.length;
    }
    expect(count).toBeGreaterThan(10);
  });

  test('what pays an identity alone is spendable exactly while the recorded node reports it free for the next block', async () => {
    const states = readAnswers(name, 'getidentity').flatMap(({ params, result }) => {
      const [, height] = params;
      const identity = isJsonObject(result) && isJsonObject(result.identity) ? result.identity : undefined;
      return identity === undefined || height === undefined ? [] : [{ height: Number(height), identity }];
    });
    let closed = 0;
    for (const { height, identity } of states) {
      if (height < 1 || height >= blocks.length) continue;
      const [flags, timelock] = [Number(identity.flags), Number(identity.timelock ?? 0)];
      const isFree =
        (flags & 0x8000) === 0 && (Number(identity.version) < 2 || ((flags & 2) === 0 && timelock < height + 1));
      const key = { chainId, address: String(identity.identityaddress), height, matureHeight: height };
      const page = { currencyId: null, spendableOnly: false, limit: ALL, after: null };
      const own = (await listUtxos(database.db, [key], page)).filter(({ kind, script }) => {
        return (kind === null || kind === 'reserveoutput') && script.length < 400;
      });
      expect({ height, id: key.address, free: own.every(({ spendable }) => spendable === isFree) }).toEqual({
        height,
        id: key.address,
        free: true,
      });
      if (!isFree) closed += own.length;
    }
    if (name === 'vrsctest-a') expect(closed).toBeGreaterThan(10);
  });

  if (name === 'vrsctest-a') {
    test.each([
      ['epsilon, locked until 384', 'epsilon', 350, 383],
      ['eta, locked until 386', 'eta', 360, 385],
      ['beta, revoked', 'beta', 340, 340],
    ])('%s: none from %s of %i to %i', async (_, identity, from, to) => {
      for (const height of [from, to]) expect(await spendableAt(identityOf(identity), height)).toEqual([]);
    });

    test('the block after the timelock may spend what it held back, fifty thousand coins of eta among it', async () => {
      expect(await spendableAt(identityOf('eta'), 386)).toContain('cd9f255f:12');
      expect((await spendableAt(identityOf('epsilon'), 384)).length).toBe(7);
    });
  } else {
    test('coinbase outputs of block 1 may be spent at once', async () => {
      const { outputs, txid } = blocks[1]?.transactions[0] ?? { outputs: [] };
      expect(hex(txid ?? new Uint8Array()).slice(0, 8)).toBe('3a3d6dde');
      const [owner = ''] = outputs[14]?.addresses ?? [];
      expect(await spendableAt(owner, 1)).toContain('3a3d6dde:14');
      const [second] = blocks[2]?.transactions[0]?.outputs ?? [];
      expect(await spendableAt(second?.addresses[0] ?? '', 2)).not.toContain(
        `${hex(blocks[2]?.transactions[0]?.txid ?? new Uint8Array()).slice(0, 8)}:0`,
      );
    });
  }
});
