import { readFee } from '@ledgergraph/chain-kit/chain/transaction-fee';
import type { Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { RESERVE_TRANSFER_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { findAddress } from '@ledgergraph/verus-protocol/json-members';
import { findIdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { findIdentityReservation } from '@ledgergraph/verus-protocol/payloads/identity-reservation';
import { findPayload } from '@ledgergraph/verus-protocol/payloads/payload';
import { readReserveTransfer } from '@ledgergraph/verus-protocol/payloads/reserve-transfer';
import type { Registration, SharePayment } from './registration.ts';

const BURN = RESERVE_TRANSFER_FLAGS.BURN_CHANGE_PRICE | RESERVE_TRANSFER_FLAGS.BURN_CHANGE_WEIGHT;
const PAYMENT_KINDS = new Set(['evalnone', 'reserveoutput']);

interface Burn {
  currencyId: string;
  satoshis: bigint;
}

/** An identity, its payments, then the reservation of its name. @throws UnexpectedShapeError */
export function readRegistration(transaction: Transaction, chainId: string): Registration | undefined {
  const { outputs } = transaction;
  const end = outputs.findIndex(({ kind }) => kind === 'identityreservation');
  const reservationOutput = outputs[end];
  const reservation = reservationOutput && findIdentityReservation(reservationOutput);
  if (reservation === undefined || reservationOutput === undefined) return undefined;
  const { nameId, referral } = reservation;
  const start = outputs.findIndex((output) => findIdentityState(output)?.identityAddress === nameId);
  const identity = outputs[start];
  if (identity === undefined) return undefined;
  const parentId = readParent(reservationOutput, identity, chainId);
  const paying = start < end ? outputs.slice(start + 1, end) : [];
  const burn = readBurn(paying);
  const payments = paying.filter(isPayment);
  const currencyId = burn?.currencyId ?? paidCurrency(chainId, parentId, payments);
  const paid = payments.map((output) => readPayment(chainId, currencyId, output));
  // Below a token, the rest that no referrer gets is burned, or goes to the token's identity first (PrecheckIdentityReservation in
  // pbaas/identity.cpp).
  const [first] = paid;
  const paysParent = parentId !== chainId && burn === undefined && first?.address === parentId;
  return {
    identityAddress: nameId,
    parentId,
    referrer: referral,
    currencyId,
    shares: paysParent ? paid.slice(1) : paid,
    burned: burn?.satoshis ?? 0n,
    paidToParent: paysParent ? first.satoshis : 0n,
    fee: readFee(transaction),
  };
}

/** Before PBaaS reservations have no parent: all names belong to the native currency. */
function readParent(reservation: Output, identity: Output, chainId: string): string {
  const payload = findPayload(reservation, 'identityreservation');
  return (payload && findAddress(payload, 'parent')) ?? findIdentityState(identity)?.parentId ?? chainId;
}

function readBurn(outputs: readonly Output[]): Burn | undefined {
  for (const output of outputs) {
    const payload = findPayload(output, 'reservetransfer');
    const transfer = payload && readReserveTransfer(payload);
    if (transfer === undefined || (transfer.flags & BURN) === 0) continue;
    const [[currencyId, satoshis] = []] = transfer.currencyValues;
    if (currencyId !== undefined && satoshis !== undefined) return { currencyId, satoshis };
  }
  return undefined;
}

function isPayment({ kind, addresses: [address, ...others] }: Output): boolean {
  return PAYMENT_KINDS.has(kind) && others.length === 0 && address?.startsWith('i') === true;
}

/** If nothing is burned: the parent's, unless only another one is paid. */
function paidCurrency(chainId: string, parentId: string, payments: readonly Output[]): string {
  const tokens = new Set(payments.flatMap(({ currencyValues }) => currencyValues.map(({ currencyId }) => currencyId)));
  if (parentId === chainId || tokens.has(parentId) || payments.length === 0) return parentId;
  const [only = chainId] = tokens;
  return only;
}

function readPayment(chainId: string, currencyId: string, output: Output): SharePayment {
  const { index, addresses, satoshis, currencyValues } = output;
  const [address = ''] = addresses;
  const token = currencyValues.find((value) => value.currencyId === currencyId);
  return { vout: index, address, satoshis: currencyId === chainId ? satoshis : (token?.satoshis ?? 0n) };
}
