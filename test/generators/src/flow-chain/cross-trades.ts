import { COIN } from '@ledgergraph/chain-generator/formulas';
import { TRANSFER, type TransferRequest } from '@ledgergraph/chain-generator/transfer';
import { requestTransfers } from './transfers.ts';
import type { World } from './world.ts';

const CROSS_FEE = 1_021_002n;
const RETURN_FEE = 2_398_659n;
const ONWARD = { fee: 24_012n, gateway: 4_762_431n };

export interface CrossPair {
  launcher: World;
  launched: World;
  converterId: string;
}

export function sendToLaunched({ launcher, launched, converterId }: CrossPair): void {
  const { random, chainId } = launcher;
  if (!random.chance(0.35)) return;
  const amount = BigInt(random.integer(1, 400)) * COIN + BigInt(random.integer(0, 99_999_999));
  const base = {
    fromId: chainId,
    amount,
    feeCurrencyId: chainId,
    fee: CROSS_FEE,
    destination: launched.person(),
    exportTo: launched.chainId,
  };
  const crossing = TRANSFER.VALID | TRANSFER.CROSS_SYSTEM;
  const kind = random.integer(0, 2);
  const destination = { refundTo: launcher.person() };
  const requests: TransferRequest[] = [
    { ...base, ...destination, kind: 'BUY', flags: crossing | TRANSFER.CONVERT, toId: converterId },
    {
      ...base,
      ...destination,
      kind: 'VIA',
      flags: crossing | TRANSFER.CONVERT | TRANSFER.VIA,
      toId: launched.chainId,
      viaId: converterId,
    },
    { ...base, ...destination, kind: 'SEND', flags: crossing, toId: converterId },
  ];
  const request = requests[kind];
  if (request !== undefined) requestTransfers(launcher, [request]);
}

/** The launcher burns what it made when they came. */
export function returnToLaunched({ launcher, launched, converterId }: CrossPair): void {
  const { random, chainId, wallet } = launcher;
  if (!wallet.tokens().includes(launched.chainId) || !random.chance(0.3)) return;
  const amount = wallet.peek(random, launched.chainId) / BigInt(random.integer(2, 6));
  if (amount < 100_000n) return;
  const crossing = TRANSFER.VALID | TRANSFER.CROSS_SYSTEM;
  const kind = random.chance(0.5) ? 'BUY' : 'SEND';
  const request: TransferRequest = {
    kind,
    flags: kind === 'BUY' ? crossing | TRANSFER.CONVERT : crossing,
    fromId: launched.chainId,
    amount,
    toId: converterId,
    feeCurrencyId: chainId,
    fee: CROSS_FEE,
    destination: launched.person(),
    exportTo: launched.chainId,
    refundTo: launcher.person(),
  };
  requestTransfers(launcher, [request]);
}

/** Directly, with a fee in the other's currency, or through the converter, which changes the fee. */
export function sendToLauncher({ launcher, launched, converterId }: CrossPair): void {
  const { random } = launched;
  if (!random.chance(0.35)) return;
  const fromId = random.chance(0.5) ? launched.chainId : launcher.chainId;
  const amount = launched.wallet.peek(random, fromId) / BigInt(random.integer(3, 30));
  if (amount < 100_000n) return;
  const destination = launcher.person();
  const base = { kind: 'SEND' as const, fromId, amount, destination };
  const request: TransferRequest = random.chance(0.5)
    ? {
        ...base,
        flags: TRANSFER.VALID | TRANSFER.CROSS_SYSTEM,
        toId: launcher.chainId,
        exportTo: launcher.chainId,
        feeCurrencyId: launcher.chainId,
        fee: RETURN_FEE,
        refundTo: destination,
      }
    : {
        ...base,
        flags: TRANSFER.VALID,
        toId: converterId,
        feeCurrencyId: launched.chainId,
        fee: ONWARD.fee,
        gateway: { systemId: launcher.chainId, fees: ONWARD.gateway },
        refundTo: destination,
      };
  requestTransfers(launched, [request]);
}
