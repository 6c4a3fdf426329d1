import { object, objects, readAmount } from '@ledgergraph/chain-generator/json';
import { parseObject } from '@ledgergraph/verus-protocol/json-text';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { NodeState } from '#/node-state.ts';
import { recordingDir } from '#/recording.ts';
import { Continuation } from './continuation.ts';
import type { Peer } from './crossing.ts';
import { Ledger } from './ledger.ts';

const NAMES = ['vrsc-generated', 'island-generated'] as const;
const STEPS = 200;

interface Chain {
  id: string;
  end: number;
  blocks: JsonObject[];
}

function continuePair(): [Chain, Chain] {
  const peers = new Map<string, Peer>();
  const sides = NAMES.map((name) => {
    const state = new NodeState(recordingDir(name));
    state.view.moveTo(state.view.lastPosition);
    const continuation = new Continuation(state, { seed: 1, secondsPerBlock: 10, peers });
    peers.set(state.chain.meta.chainId, continuation);
    return { state, continuation, end: state.view.tip.height };
  });
  for (let step = 0; step < STEPS; step += 1) {
    for (const { state, continuation } of sides) {
      continuation.ensureNext();
      state.mempool.follow(state.view.moveTo(state.view.position + 1));
    }
  }
  const [one, other] = sides.map(({ state, end }) => ({
    id: state.chain.meta.chainId,
    end,
    blocks: Array.from({ length: state.view.tip.height + 1 }, (_, height) =>
      parseObject(state.view.findActive(height)?.text ?? '{}'),
    ),
  }));
  if (one === undefined || other === undefined) throw new Error('no pair');
  return [one, other];
}

function list({ blocks }: Chain, kind: string): { key: string; height: number; time: number; payload: JsonObject }[] {
  return blocks.flatMap(({ tx, time }, height) =>
    objects(tx).flatMap(({ txid, vout }) =>
      objects(vout).flatMap(({ scriptPubKey, n }) => {
        const payload = object(scriptPubKey)[kind];
        return payload === undefined
          ? []
          : [{ key: `${txid}:${n}`, height, time: Number(String(time)), payload: object(payload) }];
      }),
    ),
  );
}

describe('two generated chains, continued for long', () => {
  let pair: [Chain, Chain];
  beforeAll(() => {
    pair = continuePair();
  });

  test('transfers leave each of them and arrive on the other, in the order of their exports and never before they left, until the end', () => {
    for (const [from, to] of [pair, pair.toReversed() as [Chain, Chain]]) {
      const exports = list(from, 'crosschainexport').filter(
        ({ payload, height }) => payload.destinationcurrencyid === to.id && height > from.end,
      );
      const imports = list(to, 'crosschainimport').filter(
        ({ payload, height }) => payload.importcurrencyid === to.id && height > to.end,
      );
      const arrived = imports.map(({ payload }) => `${payload.exporttxid}:${payload.exporttxout}`);
      const made = exports.map(({ key }) => key).filter((key) => arrived.includes(key));
      expect(arrived.filter((key) => made.includes(key))).toEqual(made);
      expect(exports.slice(0, made.length).map(({ key }) => key)).toEqual(made);
      expect(made.length).toBeGreaterThan(20);
      for (const { payload, time } of imports) {
        const source = exports.find(({ key }) => key === `${payload.exporttxid}:${payload.exporttxout}`);
        if (source !== undefined) expect(time).toBeGreaterThan(source.time);
      }
      expect(imports.at(-1)?.height).toBeGreaterThan(to.blocks.length - 30);
    }
  });

  test('crossings conserve every amount: a coin of one chain is on the other one while it is locked at home', () => {
    for (const [chain, other] of [pair, pair.toReversed() as [Chain, Chain]]) {
      const ledger = new Ledger();
      const totals: { native: bigint; strange: bigint; locked: bigint }[] = [];
      for (const [height, block] of chain.blocks.entries()) {
        const [coinbase = {}, ...transactions] = objects(block.tx);
        for (const transaction of transactions) {
          if (height > chain.end) expect(ledger.canApply(transaction, height)).toBe(true);
          ledger.apply(transaction, height);
        }
        ledger.applyBlock({ ...block, tx: [coinbase] });
        if (height >= chain.end) totals.push(sumUp(ledger, chain.id, other.id));
      }
      const made = totals.slice(1).map(({ native }, index) => native - (totals[index]?.native ?? 0n));
      expect(new Set(made).size).toBe(1);
      const later = ({ height }: { height: number }): boolean => height > chain.end;
      const exports = list(chain, 'crosschainexport').filter(
        ({ payload, ...place }) => later(place) && payload.destinationcurrencyid === other.id,
      );
      const imports = list(chain, 'crosschainimport').filter(
        ({ payload, ...place }) => later(place) && payload.importcurrencyid === chain.id,
      );
      const sum = (payloads: typeof exports, member: string, id: string): bigint =>
        payloads.reduce((total, { payload }) => total + readAmount(object(payload[member])[id]), 0n);
      const [first, last] = [totals[0], totals.at(-1)];
      expect((last?.locked ?? 0n) - (first?.locked ?? 0n)).toBe(
        sum(exports, 'totalamounts', chain.id) - sum(imports, 'valuein', chain.id),
      );
      expect((last?.strange ?? 0n) - (first?.strange ?? 0n)).toBe(
        sum(imports, 'valuein', other.id) - sum(exports, 'totalburned', other.id),
      );
    }
  });
});

/** Sums outputs and fee pool; `strange` coins are of another chain. */
function sumUp(ledger: Ledger, chainId: string, otherId: string): { native: bigint; strange: bigint; locked: bigint } {
  const locks = ledger
    .list('deposit')
    .filter(({ script }) => object(script.reservedeposit).controllingcurrencyid === otherId);
  const roles = ['coin', 'dead', 'deposit', 'transfer'] as const;
  const strange = roles
    .flatMap((role) => ledger.list(role))
    .reduce((sum, { tokens, script }) => {
      const { feecurrencyid, fees } = object(script.reservetransfer);
      return sum + (tokens.get(otherId) ?? 0n) + (feecurrencyid === otherId ? readAmount(fees) : 0n);
    }, 0n);
  return {
    native: ledger.satoshis + (ledger.feePool.get(chainId) ?? 0n),
    strange: strange + (ledger.feePool.get(otherId) ?? 0n),
    locked: locks.reduce((sum, { satoshis }) => sum + satoshis, 0n),
  };
}
