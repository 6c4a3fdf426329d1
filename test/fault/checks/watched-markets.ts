import { coinKey } from '@ledgergraph/chain-generator/coin';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { TreeBlock } from '../chain/block-tree.ts';
import { flowIds } from '../chain/draw-flows.ts';
import type { PostedLot, TreeTransaction } from '../chain/tree-transaction.ts';

const FEW = 4;

export function selectMarkets(chainId: string): string {
  const { basketId, gatewayId } = flowIds(chainId);
  const supply = (id: string) =>
    `supplyEvents(currency: "${id}", limit: ${FEW}) { supplyEvents { kind amount supply followsRules blockHeight } }`;
  return `
    transfers(limit: ${FEW}) { transfers { txid index kind status } }
    conversions(limit: ${FEW}) { conversions { txid index direction amountOut blockHeight } }
    launches(limit: ${FEW}) { launches { currency { currencyId } launchState } }
    offers(limit: ${FEW}) { offers { txid status takenAtHeight } }
    units: ${supply(basketId)}
    foreign: ${supply(gatewayId)}
    systemLocks(limit: ${FEW}) { systemLocks { systemId currencyId locked } }`;
}

export type Rows = readonly string[];

export const MARKET_LISTS: Readonly<Record<string, (part: Untyped) => Rows>> = {
  transfers: ({ transfers }) => transfers.map((one: Untyped) => `${one.txid}:${one.index} ${one.kind} ${one.status}`),
  conversions: ({ conversions }) =>
    conversions.map(
      (one: Untyped) =>
        `${one.txid}:${one.index} ${one.direction} ${satoshis(one.amountOut)} in block ${one.blockHeight}`,
    ),
  launches: ({ launches }) => launches.map((one: Untyped) => `${one.currency.currencyId} ${one.launchState}`),
  offers: ({ offers }) => offers.map((one: Untyped) => `${one.txid} ${one.status} ${one.takenAtHeight}`),
  units: readSupply,
  foreign: readSupply,
  // In any order.
  systemLocks: ({ systemLocks }) =>
    systemLocks.map((one: Untyped) => `${one.systemId} ${one.currencyId} ${satoshis(one.locked)}`).sort(),
};

function readSupply({ supplyEvents }: Untyped): Rows {
  return supplyEvents.map(
    (one: Untyped) =>
      `${one.kind} ${satoshis(one.amount)} makes ${satoshis(one.supply)} in block ${one.blockHeight} ${one.followsRules}`,
  );
}

function satoshis(decimal: string): bigint {
  return satoshisFromDecimalText(decimal);
}

interface Offered extends PostedLot {
  end: { how: 'TAKEN' | 'CLOSED'; height: number } | null;
}

/** Latest first. */
export function listMarkets(chainId: string, chain: readonly TreeBlock[]): Record<string, Rows> {
  const { basketId, gatewayId } = flowIds(chainId);
  const lists = new MarketLists(chainId);
  for (const { height, transactions } of chain) for (const one of transactions) lists.add(one, height);
  const tip = chain.at(-1)?.height ?? 0;
  const latest = (rows: Rows): Rows => rows.slice(-FEW).reverse();
  return {
    transfers: latest(Array.from(lists.transfers, ([key, { kind, status }]) => `${key} ${kind} ${status}`)),
    conversions: latest(lists.conversions),
    launches: latest(Array.from(lists.launches, ([id, status]) => `${id} ${status}`)),
    offers: latest(Array.from(lists.offers.values(), (offer) => describeOffer(offer, tip))),
    units: latest(lists.supply.get(basketId)?.events ?? []),
    foreign: latest(lists.supply.get(gatewayId)?.events ?? []),
    systemLocks: Array.from(
      lists.touched,
      (id) => `${gatewayId} ${id} ${id === chainId ? lists.locked(gatewayId) : 0n}`,
    ).sort(),
  };
}

function describeOffer({ lot, expiryHeight, end }: Offered, height: number): string {
  const status = end?.how ?? (expiryHeight <= height ? 'EXPIRED' : 'OPEN');
  return `${lot.txid} ${status} ${end?.how === 'TAKEN' ? end.height : null}`;
}

class MarketLists {
  readonly transfers = new Map<string, { kind: string; status: string }>();
  readonly conversions: string[] = [];
  readonly launches = new Map<string, string>();
  readonly offers = new Map<string, Offered>();
  readonly supply = new Map<string, { total: bigint; events: string[] }>();
  readonly touched = new Set<string>();
  readonly #deposits = new Map<string, { about: string; satoshis: bigint }>();
  readonly #chainId: string;

  constructor(chainId: string) {
    this.#chainId = chainId;
  }

  /** In satoshis. */
  locked(systemId: string): bigint {
    const own = [...this.#deposits.values()].filter(({ about }) => about === systemId);
    return own.reduce((sum, { satoshis: held }) => sum + held, 0n);
  }

  add(transaction: TreeTransaction, height: number): void {
    for (const input of transaction.inputs) this.#deposits.delete(coinKey(input));
    for (const coin of transaction.coins) if (coin.role === 'deposit') this.#deposits.set(coinKey(coin), coin);
    const { flow, txid } = transaction;
    if (flow === undefined) return;
    for (const [vout, { kind }] of (flow.requests ?? []).entries()) {
      this.transfers.set(coinKey({ txid, vout }), { kind, status: 'PENDING' });
    }
    if (flow.exported !== undefined) this.#addExport(flow.exported);
    for (const place of flow.imported?.transfers ?? []) this.#setStatus(coinKey(place), 'SETTLED');
    for (const { direction, amountOut, ...place } of flow.imported?.conversions ?? []) {
      this.conversions.push(`${coinKey(place)} ${direction} ${amountOut} in block ${height}`);
    }
    if (flow.launch !== undefined) this.launches.set(flow.launch.currencyId, flow.launch.status);
    if (flow.posted !== undefined) this.offers.set(coinKey(flow.posted.lot), { ...flow.posted, end: null });
    const ended = flow.ended && this.offers.get(coinKey(flow.ended.lot));
    if (flow.ended !== undefined && ended !== undefined) ended.end = { how: flow.ended.how, height };
    this.#addSupply(flow.supply ?? [], height);
  }

  #addExport({ systemId, transfers, totals }: NonNullable<NonNullable<TreeTransaction['flow']>['exported']>): void {
    const isHere = systemId === this.#chainId;
    for (const { coin } of transfers) this.#setStatus(coinKey(coin), isHere ? 'EXPORTED' : 'IN_FLIGHT');
    if (!isHere) for (const [currencyId, amount] of totals) if (amount > 0n) this.touched.add(currencyId);
  }

  #setStatus(key: string, status: string): void {
    const transfer = this.transfers.get(key);
    if (transfer === undefined) throw new Error(`no transfer ${key}`);
    transfer.status = status;
  }

  #addSupply(steps: NonNullable<NonNullable<TreeTransaction['flow']>['supply']>, height: number): void {
    for (const { currencyId, kind, amount } of steps) {
      const before = this.supply.get(currencyId) ?? { total: 0n, events: [] };
      const total = before.total + amount;
      before.events.push(`${kind} ${amount} makes ${total} in block ${height} true`);
      this.supply.set(currencyId, { total, events: before.events });
    }
  }
}
