import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { conversionFeeOf, yieldOf } from './formulas.ts';
import type { ImportFacts, PaidImport, PaidOutput, Settlement } from './paid-import.ts';
import { splitRest } from './split-rest.ts';
import type { Transfer } from './transfer.ts';

/** The outcome of one transfer: `used` outputs of those that were left. */
interface Match extends Settlement {
  used: number;
}

/**
 * Finds which outputs of an import pay which of its transfers: in their order, by position, and never an output twice. Amounts are those
 * of the outputs.
 * @param outputs those that the import counts as its own, in order
 */
export function matchPayouts(
  transfers: readonly Transfer[],
  outputs: readonly PaidOutput[],
  facts: ImportFacts,
): PaidImport {
  let position = 0;
  const settlements = transfers.map((transfer): Settlement => {
    const { used, ...settlement } = matchTransfer(transfer, outputs.slice(position, position + 2), facts);
    position += used;
    return settlement;
  });
  return { settlements, rest: splitRest(outputs.slice(position), facts) };
}

function matchTransfer(transfer: Transfer, next: readonly PaidOutput[], facts: ImportFacts): Match {
  const [first] = next;
  switch (transfer.kind) {
    case 'BURN':
      return first !== undefined && isRefund(transfer, first) && pays(transfer, first)
        ? refunded(transfer, first)
        : settled([], true);
    case 'CURRENCY_EXPORT':
    case 'IDENTITY_EXPORT':
      return matchRecord(transfer, first);
    case 'MINT':
    case 'SEND':
      return matchAmount(transfer, first, transfer.fromId, transfer.amount);
    case 'CONTRIBUTION':
      return isBasket(facts) ? matchConversion(transfer, first, facts) : matchTokenContribution(transfer, next, facts);
    default:
      return matchConversion(transfer, first, facts);
  }
}

/** A definition or an identity travels: its record is the output. One that is known already has none. */
function matchRecord({ kind }: Transfer, first: PaidOutput | undefined): Match {
  const record = kind === 'CURRENCY_EXPORT' ? 'currencydefinition' : 'identityprimary';
  if (first?.kind === record) return settled([first], true);
  return settled([], kind === 'IDENTITY_EXPORT');
}

function matchConversion(transfer: Transfer, first: PaidOutput | undefined, { state }: ImportFacts): Match {
  if (first !== undefined && isRefund(transfer, first)) return refunded(transfer, first);
  return matchAmount(transfer, first, transfer.toId ?? '', state === null ? undefined : yieldOf(transfer, state));
}

/** The first output takes the contribution to the currency, the second gives the tokens. */
function matchTokenContribution(transfer: Transfer, next: readonly PaidOutput[], facts: ImportFacts): Match {
  const [first, second] = next;
  const net = transfer.amount - conversionFeeOf(transfer);
  const isTaken =
    first !== undefined &&
    first.currencyId === transfer.fromId &&
    first.amount === net &&
    first.addresses.includes(facts.currencyId);
  // Where the fee is less than a satoshi, taking and refunding are the same amount: only the former pays the currency's own address.
  if (!isTaken || (second === undefined && pays(transfer, first) && isRefund(transfer, first))) {
    return matchConversion(transfer, first, facts);
  }
  const tokens = matchConversion(transfer, second, facts);
  if (tokens.outcome === 'REFUNDED') return settled([first], false);
  return { ...tokens, payouts: [first, ...tokens.payouts], used: tokens.used + 1 };
}

/** @param amount as the rules give it; undefined: they cannot be checked, which counts as a difference */
function matchAmount(
  transfer: Transfer,
  first: PaidOutput | undefined,
  currencyId: string,
  amount: bigint | undefined,
): Match {
  if (amount === 0n || first === undefined || first.currencyId !== currencyId) return settled([], amount === 0n);
  const isAmount = first.amount === amount;
  const isDestination = pays(transfer, first);
  // Neither fits: it pays a later transfer, and this one got nothing.
  if (!isAmount && !isDestination) return settled([], false);
  return settled(
    [first],
    isAmount && isDestination && (transfer.gatewayId === null || first.kind === 'reservetransfer'),
  );
}

/** The whole amount comes back. What asks for the currency that it gives cannot be distinguished from being paid. */
function isRefund({ fromId, toId, amount }: Transfer, output: PaidOutput): boolean {
  return fromId !== toId && output.currencyId === fromId && output.amount === amount;
}

function refunded(transfer: Transfer, output: PaidOutput): Match {
  const isKnown = pays(transfer, output) || transfer.refundAddresses.some((one) => output.addresses.includes(one));
  return { outcome: 'REFUNDED', payouts: [output], asExpected: isKnown, used: 1 };
}

function settled(payouts: readonly PaidOutput[], asExpected: boolean): Match {
  return { outcome: 'SETTLED', payouts, asExpected, used: payouts.length };
}

function pays({ destination }: Transfer, output: PaidOutput): boolean {
  return output.addresses.includes(destination);
}

function isBasket({ state }: ImportFacts): boolean {
  return state !== null && (state.flags & CURRENCY_STATE_FLAGS.FRACTIONAL) !== 0;
}
