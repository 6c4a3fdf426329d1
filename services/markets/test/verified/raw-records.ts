import type { RawChain, RawOutput, RawTransaction } from '@ledgergraph/test-kit/rules/raw-chain';
import { type Amounts, amountsOf, type Json, satoshisOf } from '@ledgergraph/test-kit/rules/raw-json';

// Flags: pbaas/crosschainrpc.h and pbaas/reserves.h.

const SYSTEM_THREAD = 0x100;
const SUPPLEMENT = 0x18;
const DEFINITION = 0x40;
const SYSTEM_IMPORT = 0x40;
const NO_HASH = '0'.repeat(64);

export interface RawExport {
  key: string;
  transaction: RawTransaction;
  vout: number;
  flags: number;
  payload: Json;
  transfers: string[];
  totalAmounts: Amounts;
  totalFees: Amounts;
  totalBurned: Amounts;
}

export interface RawImport {
  key: string;
  transaction: RawTransaction;
  vout: number;
  flags: number;
  payload: Json;
  currencyId: string;
  sourceSystemId: string;
  /** Null for an import that a definition begins with. */
  exportKey: string | null;
  valueIn: Amounts;
  system: RawOutput | undefined;
  notarization: RawOutput | undefined;
  supplement: Json[];
  /** Outputs that it counts as its own, and those behind them up to the next import. */
  own: RawOutput[];
  rest: RawOutput[];
}

/** @param all includes exports that repeat another one, or that a definition begins with */
export function listExports({ transactions }: RawChain, all = false): RawExport[] {
  const left = all ? SUPPLEMENT : SUPPLEMENT | SYSTEM_THREAD | DEFINITION;
  return transactions.flatMap((transaction) =>
    transaction.outputs.flatMap(({ kind, key, vout, payload }): RawExport[] => {
      if (kind !== 'crosschainexport' || (Number(payload.flags) & left) !== 0) return [];
      const first = Number(payload.firstinput);
      const transfers = first < 0 ? [] : transaction.inputs.slice(first, first + Number(payload.numinputs));
      const [totalAmounts, totalFees] = [amountsOf(payload.totalamounts), amountsOf(payload.totalfees)];
      const totalBurned = amountsOf(payload.totalburned);
      const sums = { totalAmounts, totalFees, totalBurned };
      return [{ key, vout, transaction, flags: Number(payload.flags), payload, transfers, ...sums }];
    }),
  );
}

/** Without those of a system beside the one of a currency. */
export function listImports({ transactions }: RawChain): RawImport[] {
  return transactions.flatMap((transaction) =>
    transaction.outputs
      .filter((output) => output.kind === 'crosschainimport' && !isSystem(output))
      .map((output) => readImport(transaction, output)),
  );
}

function isSystem({ payload }: RawOutput): boolean {
  return (Number(payload.flags) & SYSTEM_IMPORT) !== 0;
}

function readImport(transaction: RawTransaction, { key, vout, payload }: RawOutput): RawImport {
  const behind = transaction.outputs.slice(vout + 1);
  const currencyId = String(payload.importcurrencyid);
  const system = behind[0]?.kind === 'crosschainimport' && isSystem(behind[0]) ? behind[0] : undefined;
  const place = system === undefined ? 0 : 1;
  const isState = behind[place]?.kind.endsWith('notarization') && behind[place].payload.currencyid === currencyId;
  let first = place + (isState ? 1 : 0);
  const supplement: Json[] = [];
  for (let one = behind[first]; one !== undefined && isEvidence(one); one = behind[first]) {
    supplement.push(...(one.payload.transfers ?? []));
    first += 1;
  }
  const paid = Number(payload.numoutputs);
  const rest = behind.slice(first + paid);
  const next = rest.findIndex(({ kind }) => kind === 'crosschainimport');
  const exportTxid = String(payload.exporttxid);
  return {
    key,
    transaction,
    vout,
    payload,
    currencyId,
    system,
    supplement,
    flags: Number(payload.flags),
    sourceSystemId: String(payload.sourcesystemid),
    exportKey: exportTxid === NO_HASH ? null : `${exportTxid}:${String(payload.exporttxout)}`,
    valueIn: amountsOf(payload.valuein),
    notarization: isState ? behind[place] : undefined,
    own: behind.slice(first, first + paid),
    rest: next < 0 ? rest : rest.slice(0, next),
  };
}

function isEvidence({ kind, payload }: RawOutput): boolean {
  return kind === 'notaryevidence' || (kind === 'crosschainexport' && (Number(payload.flags) & SUPPLEMENT) !== 0);
}

export interface RawTransfer {
  flags: number;
  src: string;
  amount: bigint;
  toId: string;
  viaId: string | null;
  fee: bigint;
  feeCurrencyId: string;
  address: string;
  gatewayId: string | null;
  legFee: bigint;
}

export function readTransfer(payload: Json): RawTransfer {
  const [[src, amount] = ['', 0n]] = [...amountsOf(payload.currencyvalues)];
  const destination = payload.destination ?? {};
  return {
    flags: Number(payload.flags),
    src,
    amount,
    toId: String(payload.destinationcurrencyid),
    viaId: payload.via === undefined ? null : String(payload.via),
    fee: satoshisOf(payload.fees),
    feeCurrencyId: String(payload.feecurrencyid),
    address: typeof destination.address === 'string' ? destination.address : '',
    gatewayId: destination.gateway === undefined ? null : String(destination.gateway),
    legFee: destination.fees === undefined ? 0n : satoshisOf(destination.fees),
  };
}

export function listTransfers({ transactions }: RawChain): { transaction: RawTransaction; output: RawOutput }[] {
  return transactions.flatMap((transaction) =>
    transaction.outputs.filter(({ kind }) => kind === 'reservetransfer').map((output) => ({ transaction, output })),
  );
}
