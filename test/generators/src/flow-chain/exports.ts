import { createHash } from 'node:crypto';
import { decimals, whole } from '@ledgergraph/chain-generator/amounts';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { Coin } from '#/chain-parts/coin.ts';
import type { Draft } from '#/chain-parts/outputs.ts';
import type { BuiltTransaction } from '#/chain-parts/transaction.ts';
import { addTo } from './flow-ledger.ts';
import { NO_HASH, protocolOutput } from './flow-outputs.ts';
import { conversionFee } from './formulas.ts';
import { amountsOf, type TransferRequest } from './transfer-request.ts';
import { coinAt, type Names, type WaitingTransfer, type World } from './world.ts';

/** docs/verus/outputs.md#flags-of-transfers-exports-and-imports. */
export const EXPORT = { PRELAUNCH: 1, CLEAR: 2, DEFINITION: 0x40, POST_LAUNCH: 0x80, SYSTEM_THREAD: 0x100 } as const;

const ENOUGH_TRANSFERS = 10;
const ENOUGH_BLOCKS = 10;
/** Later transfers stay for the next export. */
const SETTLING_BLOCKS = 2;
const EXPORTED_MAX = 60;

/** In order; none before there are enough, or it is time. */
export function gather(world: World, thread: string, lastExportHeight: number): WaitingTransfer[] {
  const waiting = world.waiting.get(thread) ?? [];
  const ready = waiting.filter(({ entry }) => entry.height <= world.height - SETTLING_BLOCKS);
  const isTime = ready.length >= ENOUGH_TRANSFERS || world.height - lastExportHeight >= ENOUGH_BLOCKS;
  if (ready.length === 0 || !isTime) return [];
  const taken = ready.sort(byPlace).slice(0, EXPORTED_MAX);
  world.waiting.set(
    thread,
    waiting.filter((transfer) => !taken.includes(transfer)),
  );
  return taken;
}

/** Height, then the txid's bytes as stored (the reverse of the print), then the output. */
function byPlace({ entry: a }: WaitingTransfer, { entry: b }: WaitingTransfer): number {
  if (a.height !== b.height) return a.height - b.height;
  const order = Buffer.compare(Buffer.from(a.txid, 'hex').reverse(), Buffer.from(b.txid, 'hex').reverse());
  return order === 0 ? a.vout - b.vout : order;
}

export interface MadeExport {
  transaction: BuiltTransaction;
  vout: number;
  height: number;
  sourceHeight: number;
  transfers: readonly WaitingTransfer[];
  totals: ReadonlyMap<string, bigint>;
  hash: string;
  rewardAddress: string;
  finalization: Coin | undefined;
}

export interface ExportDraft {
  flags: number;
  destinationSystemId: string;
  currencyId: string;
  fromHeight: number;
  toHeight: number;
  totals: ReadonlyMap<string, bigint>;
  fees: ReadonlyMap<string, bigint>;
  burned?: ReadonlyMap<string, bigint>;
  count: number;
  hash: string;
  rewardAddress: string;
  firstInput: number;
}

export function printExport(world: Pick<Names, 'chainId'>, draft: ExportDraft): JsonObject {
  return {
    version: whole(1),
    flags: whole(draft.flags),
    sourceheightstart: whole(draft.fromHeight),
    sourceheightend: whole(draft.toHeight),
    sourcesystemid: world.chainId,
    destinationsystemid: draft.destinationSystemId,
    destinationcurrencyid: draft.currencyId,
    numinputs: whole(draft.count),
    totalamounts: decimals(draft.totals),
    totalfees: decimals(draft.fees),
    hashtransfers: draft.hash,
    totalburned: decimals(draft.burned ?? new Map()),
    rewardaddress: draft.rewardAddress,
    firstinput: whole(draft.firstInput),
  };
}

export function finalizeExport(world: Names, vout: number): Draft {
  const payload = {
    finalizationtype: whole(2),
    status: 'pending',
    currencyid: world.chainId,
    output: { txid: NO_HASH, voutnum: whole(vout) },
  };
  return protocolOutput('finalizeexport', payload, world.nameOf);
}

export function depositOutput(world: Names, controller: string, sums: ReadonlyMap<string, bigint>): Draft {
  const held = new Map(sums);
  const satoshis = held.get(world.chainId) ?? 0n;
  held.delete(world.chainId);
  const payload = { version: whole(1), currencyvalues: decimals(sums), controllingcurrencyid: controller };
  return protocolOutput('reservedeposit', payload, world.nameOf, { satoshis, tokens: held });
}

/** All that their outputs hold, the fees in it, and a digest. */
export function sumTransfers(requests: readonly TransferRequest[]): {
  totals: Map<string, bigint>;
  fees: Map<string, bigint>;
} {
  const totals = new Map<string, bigint>();
  const fees = new Map<string, bigint>();
  for (const request of requests) {
    for (const [id, amount] of amountsOf(request)) addTo(totals, id, amount);
    if (request.kind !== 'MINT') addTo(fees, request.feeCurrencyId, request.fee);
    addTo(fees, request.fromId, feeIn(request));
    // The fee of an onward leg is converted into the basket, and out of it.
    addTo(fees, request.feeCurrencyId, conversionFee(request.gateway?.fees ?? 0n, 2));
  }
  return { totals, fees };
}

function feeIn({ kind, amount }: TransferRequest): bigint {
  if (kind === 'VIA') return conversionFee(amount, 2);
  return kind === 'BUY' || kind === 'SELL' || kind === 'CONTRIBUTION' ? conversionFee(amount, 1) : 0n;
}

export function digest(transfers: readonly { entry: { txid: string; vout: number } }[]): string {
  const keys = transfers.map(({ entry }) => `${entry.txid}:${entry.vout}`);
  return createHash('sha256').update(keys.join()).digest('hex');
}

/**
 * To a currency of this chain. Spends the last export and the transfers; before a launch a notarization stands for what the import
 * spends.
 */
export function exportHere(
  world: World,
  currencyId: string,
  transfers: readonly WaitingTransfer[],
  options: { flags: number; fromHeight: number; notarization?: { spent: Coin; output: Draft } },
): MadeExport {
  const { totals, fees } = sumTransfers(transfers.map(({ request }) => request));
  const [hash, rewardAddress] = [digest(transfers), world.person()];
  const before = world.thread('export', currencyId);
  const toHeight = world.height - SETTLING_BLOCKS;
  const { notarization, flags, fromHeight } = options;
  const payload = printExport(world, {
    flags,
    destinationSystemId: world.chainId,
    currencyId,
    fromHeight,
    toHeight,
    totals,
    fees,
    count: transfers.length,
    hash,
    rewardAddress,
    firstInput: 1,
  });
  const transaction = world.settle(
    [
      ...(before === undefined ? [] : [before.coin]),
      ...transfers.map(({ coin }) => coin),
      ...(notarization === undefined ? [] : [notarization.spent]),
    ],
    [
      depositOutput(world, currencyId, totals),
      protocolOutput('crosschainexport', payload, world.nameOf),
      notarization === undefined ? finalizeExport(world, 1) : notarization.output,
    ],
  );
  world.addDeposit(currencyId, coinAt(transaction, 0));
  world.setThread('export', currencyId, coinAt(transaction, 1));
  const made = {
    transaction,
    vout: 1,
    height: world.height,
    sourceHeight: toHeight,
    transfers,
    totals,
    hash,
    rewardAddress,
    finalization: notarization === undefined ? coinAt(transaction, 2) : undefined,
  };
  noteExport(world, made, { flags, destinationSystemId: world.chainId, currencyId });
  return made;
}

export function noteExport(
  world: World,
  { transaction, vout, height, transfers, totals }: MadeExport,
  {
    burned = new Map(),
    ...facts
  }: { flags: number; destinationSystemId: string; currencyId: string; burned?: Map<string, bigint> },
): void {
  const place = { txid: transaction.txid, vout, height };
  for (const { entry } of transfers) entry.export = place;
  const keys = transfers.map(({ entry }) => `${entry.txid}:${entry.vout}`);
  world.ledger.exports.push({ ...place, ...facts, totalAmounts: totals, totalBurned: burned, transfers: keys });
}
