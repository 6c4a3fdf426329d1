import { addTo } from '@ledgergraph/chain-generator/amounts';
import { type Coin, coinKey } from '@ledgergraph/chain-generator/coin';
import {
  IMPORT,
  type ImportedExport,
  importOutput,
  type Reward,
  splitRewards,
} from '@ledgergraph/chain-generator/exports';
import { type Draft, holdDeposit, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import type { Paid, Settled } from '@ledgergraph/chain-generator/settle-transfers';
import { type BuiltTransaction, coinAt } from '@ledgergraph/chain-generator/transaction';
import { transferOutput } from '@ledgergraph/chain-generator/transfer';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { FlowCurrency } from './flow-currency.ts';
import type { ExpectedTransfer } from './flow-ledger.ts';
import { awaitExport } from './transfers.ts';
import type { World } from './world.ts';

/** Satoshis. */
export interface ImportDraft extends ImportedExport {
  currency: FlowCurrency;
  flags: number;
  exported: { txid: string; vout: number; height: number };
  system?: { currencyId: string; vout: number };
  evidence?: Draft[];
  notarization: JsonObject;
  /** In the order of the entries. */
  settled: readonly Settled[];
  entries: readonly ExpectedTransfer[];
  preallocations?: readonly Paid[];
  carveOuts?: readonly Paid[];
  /** Native. */
  fees: bigint;
  rewardAddress: string;
  notaries?: readonly string[];
  finalization?: Coin | undefined;
  /** It controls the spent deposits; default: the currency. */
  controller?: string;
  /** Native satoshis out of the deposits for the source system; default: none. */
  unlocked?: bigint;
  /** They come out of no deposit. */
  makes?: ReadonlySet<string>;
  /** The chain's first block has put these into the deposits already. */
  issued?: ReadonlyMap<string, bigint>;
  stateFlags: number;
}

export function importTransfers(world: World, draft: ImportDraft): BuiltTransaction {
  const { currency, system, evidence = [], preallocations = [], carveOuts = [] } = draft;
  const { currencyId } = currency;
  const rewards = splitRewards(draft.fees, draft.settled.length, {
    notaries: draft.notaries ?? [],
    importer: () => world.person(),
    exporter: draft.rewardAddress,
  });
  const payouts = draft.settled.flatMap(({ paid, onward }) =>
    onward === null
      ? paid.map(({ address, currencyId: id, amount }) => world.pay(address, id, amount))
      : [transferOutput(world, onward)],
  );
  const others = [
    ...preallocations,
    ...rewards.map(({ address, amount }) => ({ address, amount, currencyId: world.chainId })),
    ...carveOuts,
  ].map((paid) => world.pay(paid.address, paid.currencyId, paid.amount));
  const outputs = payouts.length + others.length;
  const controller = draft.controller ?? currencyId;
  const deposits = world.takeDeposits(controller);
  const rest = restOf(world, draft, deposits.sums, rewards);
  const locks = takeLocks(world, draft);
  const threads = [world.thread('import', currencyId)];
  if (system !== undefined) threads.push(world.thread('import', `system ${system.currencyId}`));
  const transaction = world.settle(
    [
      ...[...threads, world.thread('state', currencyId)].flatMap((thread) =>
        thread === undefined ? [] : [thread.coin],
      ),
      ...(draft.finalization === undefined ? [] : [draft.finalization]),
      ...deposits.coins,
      ...locks.coins,
    ],
    [
      importOutput(draft, { currencyId, flags: draft.flags, outputs }),
      ...(system === undefined ? [] : [ofSystem(draft, system, outputs)]),
      protocolOutput('acceptednotarization', draft.notarization),
      ...evidence,
      ...payouts,
      ...others,
      ...rest.map(([id, amount]) => holdDeposit(world, controller, new Map([[id, amount]]))),
      ...locks.rest,
    ],
  );
  const first = (system === undefined ? 2 : 3) + evidence.length;
  world.setThread('import', currencyId, coinAt(transaction, 0));
  if (system !== undefined) world.setThread('import', `system ${system.currencyId}`, coinAt(transaction, 1));
  world.setThread('state', currencyId, coinAt(transaction, system === undefined ? 1 : 2));
  for (const index of rest.keys()) world.addDeposit(controller, coinAt(transaction, first + outputs + index));
  if (locks.rest.length > 0) world.addDeposit(draft.sourceSystemId, coinAt(transaction, first + outputs + rest.length));
  note(world, draft, transaction, { first, rewards, outputs });
  return transaction;
}

/** @returns coins, and the deposit of what stays locked, if any does */
function takeLocks(world: World, { unlocked = 0n, sourceSystemId }: ImportDraft): { coins: Coin[]; rest: Draft[] } {
  if (unlocked === 0n) return { coins: [], rest: [] };
  const { coins, sums } = world.takeDeposits(sourceSystemId);
  addTo(sums, world.chainId, -unlocked);
  const held = sums.get(world.chainId) ?? 0n;
  if (held < 0n) throw new Error(`more comes back from ${sourceSystemId} than has left for it: ${held}`);
  const left = new Map([...sums].filter(([, amount]) => amount > 0n));
  return { coins, rest: left.size === 0 ? [] : [holdDeposit(world, sourceSystemId, left)] };
}

function ofSystem(
  draft: ImportDraft,
  { currencyId, vout }: { currencyId: string; vout: number },
  outputs: number,
): Draft {
  const exported = { txid: draft.exported.txid, vout };
  return importOutput({ ...draft, exported }, { currencyId, flags: draft.flags | IMPORT.SOURCE_SYSTEM, outputs });
}

/** Tokens first, the native currency last; units of the currency itself never stay. */
function restOf(
  world: World,
  draft: ImportDraft,
  deposits: ReadonlyMap<string, bigint>,
  rewards: readonly Reward[],
): [string, bigint][] {
  const rest = new Map(deposits);
  for (const [id, amount] of draft.valueIn) if (draft.makes?.has(id)) addTo(rest, id, amount);
  for (const [id, amount] of draft.issued ?? []) addTo(rest, id, -amount);
  for (const { paid, onward } of draft.settled) {
    for (const { currencyId, amount } of paid) addTo(rest, currencyId, -amount);
    if (onward !== null) addTo(rest, onward.feeCurrencyId, -onward.fee);
  }
  for (const { currencyId, amount } of draft.carveOuts ?? []) addTo(rest, currencyId, -amount);
  addTo(rest, world.chainId, -draft.fees);
  if (draft.controller === undefined) rest.delete(draft.currency.currencyId);
  const left = [...rest].filter(([, amount]) => amount !== 0n);
  const wrong = left.find(([, amount]) => amount < 0n);
  if (wrong !== undefined)
    throw new Error(`an import of ${draft.currency.name} pays more of ${wrong[0]} than it holds: ${wrong[1]}`);
  if (rewards.reduce((sum, { amount }) => sum + amount, 0n) > draft.fees) throw new Error('rewards above the fees');
  return [...left.filter(([id]) => id !== world.chainId), ...left.filter(([id]) => id === world.chainId)];
}

function note(
  world: World,
  draft: ImportDraft,
  transaction: BuiltTransaction,
  { first, rewards, outputs }: { first: number; rewards: readonly Reward[]; outputs: number },
): void {
  const { currency, settled, entries, exported } = draft;
  const place = { txid: transaction.txid, vout: 0, height: world.height };
  let vout = first;
  for (const [index, { paid, onward, conversion, request }] of settled.entries()) {
    const entry = entries[index];
    if (entry === undefined) throw new Error('a result without its transfer');
    entry.import = place;
    entry.conversion = conversion;
    entry.isRefunded = request.kind === 'CONTRIBUTION' && paid[0]?.amount === request.amount;
    for (const { address, currencyId, amount } of paid) {
      entry.payouts.push({ txid: place.txid, vout, address, currencyId, amount });
      if (onward !== null) {
        const { txid, vout: output } = entry;
        awaitExport(world, onward, { coin: coinAt(transaction, vout), senders: [], parent: { txid, vout: output } });
      }
      vout += 1;
    }
  }
  const sum = (of: Reward['of']): bigint =>
    rewards.filter((one) => one.of === of).reduce((total, { amount }) => total + amount, 0n);
  world.ledger.imports.push({
    ...place,
    sourceSystemId: draft.sourceSystemId,
    currencyId: currency.currencyId,
    flags: draft.flags,
    outputs,
    exportTxid: exported.txid,
    exportVout: exported.vout,
    exporterReward: sum('exporter'),
    notaryReward: sum('notary'),
    fee: draft.fees - sum('exporter') - sum('notary'),
    transfers: entries.map(coinKey),
  });
  noteState(world, currency, { ...place, vout: draft.system === undefined ? 1 : 2 }, draft.stateFlags);
}

export function noteState(
  world: World,
  { currencyId, supply, reserves, isBasket }: FlowCurrency,
  place: { txid: string; vout: number; height: number },
  flags: number,
): void {
  const levels = isBasket
    ? reserves.map(({ currencyId: id, reserves: held }) => ({ currencyId: id, reserves: held }))
    : [];
  world.ledger.states.push({ ...place, currencyId, flags, supply, reserves: levels });
}
