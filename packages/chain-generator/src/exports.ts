import { createHash } from 'node:crypto';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { addTo, decimals, whole } from './amounts.ts';
import { coinKey } from './coin.ts';
import { conversionFee, exporterReward, exportFee } from './conversions/import-fees.ts';
import { NO_HASH } from './currency.ts';
import { type Draft, protocolOutput } from './outputs.ts';
import { amountsOf, type TransferRequest } from './transfer.ts';

/** docs/verus/outputs.md#flags-of-transfers-exports-and-imports. */
export const EXPORT = { PRELAUNCH: 1, CLEAR: 2, DEFINITION: 0x40, POST_LAUNCH: 0x80, SYSTEM_THREAD: 0x100 } as const;
export const IMPORT = { DEFINITION: 1, INITIAL: 2, POST_LAUNCH: 4, SAME_CHAIN: 8, SOURCE_SYSTEM: 0x40 } as const;
const FINALIZES_EXPORT = 2;
const SUPPLEMENT = 24;
const IMPORT_PROOF = 3;

/** Native satoshis up to this go to the exporter alone. */
const UNDIVIDED = 20_000n;

type Amounts = ReadonlyMap<string, bigint>;

/** In satoshis. */
export interface ExportDraft {
  flags: number;
  destinationSystemId: string;
  currencyId: string;
  fromHeight: number;
  toHeight: number;
  totals: Amounts;
  fees: Amounts;
  burned?: Amounts;
  count: number;
  hash: string;
  rewardAddress: string;
  firstInput: number;
}

export function exportOutput(chainId: string, draft: ExportDraft): Draft {
  return protocolOutput('crosschainexport', {
    version: whole(1),
    flags: whole(draft.flags),
    sourceheightstart: whole(draft.fromHeight),
    sourceheightend: whole(draft.toHeight),
    sourcesystemid: chainId,
    destinationsystemid: draft.destinationSystemId,
    destinationcurrencyid: draft.currencyId,
    numinputs: whole(draft.count),
    totalamounts: decimals(draft.totals),
    totalfees: decimals(draft.fees),
    hashtransfers: draft.hash,
    totalburned: decimals(draft.burned ?? new Map()),
    rewardaddress: draft.rewardAddress,
    firstinput: whole(draft.firstInput),
  });
}

export interface ImportedExport {
  sourceSystemId: string;
  sourceHeight: number;
  valueIn: Amounts;
  hash: string;
  exported: { txid: string; vout: number };
}

/** @param outputs that it pays out */
export function importOutput(
  draft: ImportedExport,
  { currencyId, flags, outputs }: { currencyId: string; flags: number; outputs: number },
): Draft {
  return protocolOutput('crosschainimport', {
    version: whole(1),
    flags: whole(flags),
    sourcesystemid: draft.sourceSystemId,
    sourceheight: whole(draft.sourceHeight),
    importcurrencyid: currencyId,
    valuein: decimals(draft.valueIn),
    tokensout: {},
    numoutputs: whole(outputs),
    hashtransfers: draft.hash,
    exporttxid: draft.exported.txid,
    exporttxout: whole(draft.exported.vout),
  });
}

/** Marks output `vout` of its own transaction as an export that waits for its import. */
export function finalizeExport(chainId: string, vout: number): Draft {
  const output = { txid: NO_HASH, voutnum: whole(vout) };
  const kind = whole(FINALIZES_EXPORT);
  return protocolOutput('finalizeexport', { finalizationtype: kind, status: 'pending', currencyid: chainId, output });
}

export function proveExport(chainId: string, { txid, vout }: { txid: string; vout: number }): Draft {
  const evidence = { version: whole(1), chainobjects: [] };
  const facts = { version: whole(1), type: whole(IMPORT_PROOF), systemid: chainId, state: whole(6) };
  return protocolOutput('notaryevidence', { ...facts, output: { txid, voutnum: whole(vout) }, evidence });
}

/** Beside an import from another chain. @param transfers as they are printed there */
export function repeatTransfers(transfers: JsonObject[]): Draft {
  const output = protocolOutput('crosschainexport', {
    version: whole(1),
    flags: whole(SUPPLEMENT),
    issupplemental: true,
    transfers,
  });
  return { ...output, role: 'dead', about: '' };
}

/** All that the outputs of transfers hold, and the fees in it. */
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

export function hashTransfers(transfers: readonly { txid: string; vout: number }[]): string {
  return createHash('sha256').update(transfers.map(coinKey).join()).digest('hex');
}

/** The protocol's order: height, txid bytes (the reverse of the printed order), output. */
export function byPlace(
  a: { txid: string; vout: number; height: number },
  b: { txid: string; vout: number; height: number },
): number {
  const order = Buffer.compare(Buffer.from(a.txid, 'hex').reverse(), Buffer.from(b.txid, 'hex').reverse());
  return a.height - b.height || order || a.vout - b.vout;
}

/** Native satoshis out of the fees of an import. */
export interface Reward {
  of: 'exporter' | 'notary';
  address: string;
  amount: bigint;
}

/** To notaries of other chains, and to importer and exporter, half each. */
export function splitRewards(
  fees: bigint,
  transfers: number,
  { notaries = [], importer, exporter }: { notaries?: readonly string[]; importer: () => string; exporter: string },
): Reward[] {
  if (transfers === 0) return [];
  const fee = exportFee(fees, transfers);
  const reward = exporterReward(fee);
  const rewards: Reward[] = notaries.map((address) => ({ of: 'notary', address, amount: fee / 10n }));
  const half = reward <= UNDIVIDED ? 0n : reward / 2n;
  if (half > 0n) rewards.push({ of: 'exporter', address: importer(), amount: half });
  rewards.push({ of: 'exporter', address: exporter, amount: reward - half });
  return rewards.filter(({ amount }) => amount > 0n);
}
