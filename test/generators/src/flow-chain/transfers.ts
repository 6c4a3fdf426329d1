import { addTo } from '@ledgergraph/chain-generator/amounts';
import type { Coin } from '@ledgergraph/chain-generator/coin';
import { coinAt } from '@ledgergraph/chain-generator/transaction';
import { amountsOf, type TransferRequest, threadOf, transferOutput } from '@ledgergraph/chain-generator/transfer';
import type { ExpectedTransfer } from './flow-ledger.ts';
import { FEE, type World } from './world.ts';

/** One transaction of a user; false where no user holds as much. */
export function requestTransfers(world: World, requests: readonly TransferRequest[], owner = 'anyone'): boolean {
  const wanted = new Map<string, bigint>();
  for (const request of requests) for (const [id, amount] of amountsOf(request)) addTo(wanted, id, amount);
  const funds = world.fund(wanted, FEE, owner);
  if (funds === undefined) return false;
  const outputs = requests.map((request) => transferOutput(world, request));
  const transaction = world.settle(funds.inputs, [...outputs, ...funds.change]);
  const senders = [...new Set(funds.inputs.map(({ address }) => address))];
  for (const [index, request] of requests.entries()) {
    awaitExport(world, request, { coin: coinAt(transaction, index), senders });
  }
  return true;
}

/** @param made `parent` is the transfer whose onward leg it is, `systemId` the chain that a contribution goes to */
export function awaitExport(
  world: World,
  request: TransferRequest,
  made: { coin: Coin; senders: readonly string[]; parent?: { txid: string; vout: number }; systemId?: string },
): void {
  const { kind, flags, fromId, amount, toId, viaId = null, fee, feeCurrencyId, destination } = request;
  const { txid, vout } = made.coin;
  const entry: ExpectedTransfer = {
    txid,
    vout,
    height: world.height,
    kind,
    flags,
    amount,
    viaId,
    fee,
    feeCurrencyId,
    destination,
    // A mint is keyed by the native currency.
    fromId: kind === 'MINT' ? toId : fromId,
    toId: kind === 'BURN' ? null : kind === 'SEND' || kind === 'CURRENCY_EXPORT' ? fromId : toId,
    systemId: made.systemId ?? request.exportTo ?? world.chainId,
    senders: made.senders,
    export: null,
    import: null,
    isRefunded: false,
    payouts: [],
    conversion: null,
    parent: made.parent ?? null,
  };
  world.ledger.transfers.push(entry);
  const thread = made.systemId ?? threadOf(request);
  const waiting = world.waiting.get(thread) ?? [];
  waiting.push({ coin: made.coin, request, entry });
  world.waiting.set(thread, waiting);
}
