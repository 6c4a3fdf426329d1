import { CURRENCY_STATE_FLAGS, RESERVE_TRANSFER_FLAGS as FLAGS } from '@ledgergraph/verus-protocol/flags';
import { conversionFeeOf, yieldOf } from './formulas.ts';
import { type ImportFacts, inCurrency, type PaidImport, type PaidOutput, type Settlement } from './paid-import.ts';
import { splitRest } from './split-rest.ts';
import type { Transfer } from './transfer.ts';

/** How far a fitting output may stand behind its place. */
const STRAY_OUTPUTS_MAX = 2;
/** An identity, two outputs of a token's contribution, and strays. */
const REACH = 3 + STRAY_OUTPUTS_MAX;

/** Takes `used` outputs behind `strays` that pay no transfer. */
interface Match extends Settlement {
  used: number;
  strays?: number;
}

/** By position; no output is used twice. @param outputs those that the import counts as its own, in order */
export function matchPayouts(
  transfers: readonly Transfer[],
  outputs: readonly PaidOutput[],
  facts: ImportFacts,
): PaidImport {
  let position = 0;
  const strays: PaidOutput[] = [];
  const settlements = transfers.map((transfer): Settlement => {
    const {
      used,
      strays: passed = 0,
      ...settlement
    } = matchTransfer(transfer, outputs.slice(position, position + REACH), facts);
    strays.push(...outputs.slice(position, position + passed));
    position += passed + used;
    return settlement;
  });
  const takesContributions = transfers.some(
    ({ kind }, index) => kind === 'CONTRIBUTION' && settlements[index]?.outcome === 'SETTLED',
  );
  return { settlements, rest: splitRest([...strays, ...outputs.slice(position)], { ...facts, takesContributions }) };
}

/** An identity that travels comes first, unless it is known already. */
function matchTransfer(transfer: Transfer, next: readonly PaidOutput[], facts: ImportFacts): Match {
  const [record] = next;
  if ((transfer.flags & FLAGS.IDENTITY_EXPORT) === 0 || record?.kind !== 'identityprimary') {
    return matchValue(transfer, next, facts);
  }
  const value = matchValue(transfer, next.slice(1), facts);
  return { ...value, payouts: [record, ...value.payouts], used: value.used + 1 };
}

function matchValue(transfer: Transfer, next: readonly PaidOutput[], facts: ImportFacts): Match {
  switch (transfer.kind) {
    case 'BURN':
      return settled([], true);
    case 'CURRENCY_EXPORT':
      return matchDefinition(transfer, next);
    case 'IDENTITY_EXPORT':
    case 'MINT':
    case 'SEND':
      return matchAmount(transfer, next, transfer.fromId, transfer.amount);
    case 'CONTRIBUTION':
      return isBasket(facts) ? matchConversion(transfer, next, facts) : matchTokenContribution(transfer, next, facts);
    default:
      return matchConversion(transfer, next, facts);
  }
}

/** The definition is the output, or the leg that goes on with it; a known one has none. */
function matchDefinition({ gatewayId }: Transfer, [first]: readonly PaidOutput[]): Match {
  const isOutput = first?.kind === (gatewayId === null ? 'currencydefinition' : 'reservetransfer');
  return settled(isOutput ? [first] : [], true);
}

function matchConversion(transfer: Transfer, next: readonly PaidOutput[], { state }: ImportFacts): Match {
  const back = refundOf(transfer, next[0]);
  if (back !== undefined) return refunded(transfer, back);
  return matchAmount(transfer, next, transfer.toId ?? '', state === null ? undefined : yieldOf(transfer, state));
}

/** The first output takes the contribution, the second gives the tokens. */
function matchTokenContribution(transfer: Transfer, next: readonly PaidOutput[], facts: ImportFacts): Match {
  const [first, second] = next;
  const taken = first && inCurrency(first, transfer.fromId);
  const isTaken =
    taken !== undefined &&
    taken.amount === transfer.amount - conversionFeeOf(transfer) &&
    taken.addresses.includes(facts.currencyId);
  // Where the fee is less than a satoshi, both outcomes have the same amount: only taking pays the currency's own address.
  if (!isTaken || (second === undefined && pays(transfer, taken) && refundOf(transfer, taken) !== undefined)) {
    return matchConversion(transfer, next, facts);
  }
  const tokens = matchConversion(transfer, next.slice(1), facts);
  if (tokens.outcome === 'REFUNDED') return settled([taken], false);
  return { ...tokens, payouts: [taken, ...tokens.payouts], used: tokens.used + 1 };
}

/** @param amount by the rules; undefined, if they cannot be checked, counts as a difference */
function matchAmount(
  transfer: Transfer,
  next: readonly PaidOutput[],
  currencyId: string,
  amount: bigint | undefined,
): Match {
  const [first] = next;
  const isLeg = transfer.gatewayId !== null && first?.kind === 'reservetransfer';
  if (amount === 0n && !isLeg) return { ...settled([], true), used: isEmpty(transfer, first) ? 1 : 0 };
  const paid = first && inCurrency(first, currencyId);
  const isAmount = paid?.amount === amount;
  const isDestination = paid !== undefined && pays(transfer, paid);
  if (paid !== undefined && (isAmount || isDestination)) {
    return settled([paid], isAmount && isDestination && (transfer.gatewayId === null || isLeg));
  }
  // The rules leave nothing: a mint takes a basket's weights too far, or is refunded.
  if (isEmpty(transfer, first)) return { ...settled([], false), used: 1 };
  return findBehind(transfer, next, currencyId, amount);
}

/** The output pays a later transfer, and this one got nothing, unless one that fits wholly stands behind. */
function findBehind(
  transfer: Transfer,
  next: readonly PaidOutput[],
  currencyId: string,
  amount: bigint | undefined,
): Match {
  for (let strays = 1; strays <= STRAY_OUTPUTS_MAX; strays += 1) {
    const output = next[strays];
    const paid = output && inCurrency(output, currencyId);
    if (paid !== undefined && paid.amount === amount && pays(transfer, paid))
      return { ...settled([paid], false), strays };
  }
  return settled([], false);
}

function isEmpty(transfer: Transfer, output: PaidOutput | undefined): boolean {
  return output?.kind === 'reserveoutput' && output.amount === 0n && pays(transfer, output);
}

/** The output by which the whole amount comes back; a payment of the same amount in the same currency cannot be distinguished. */
function refundOf({ fromId, toId, amount }: Transfer, output: PaidOutput | undefined): PaidOutput | undefined {
  const back = fromId === toId || output === undefined ? undefined : inCurrency(output, fromId);
  return back?.amount === amount ? back : undefined;
}

function refunded(transfer: Transfer, output: PaidOutput): Match {
  const isKnown = pays(transfer, output) || transfer.refundAddresses.some((one) => output.addresses.includes(one));
  return { outcome: 'REFUNDED', payouts: [output], followsRules: isKnown, used: 1 };
}

function settled(payouts: readonly PaidOutput[], followsRules: boolean): Match {
  return { outcome: 'SETTLED', payouts, followsRules, used: payouts.length };
}

function pays({ destination }: Transfer, output: PaidOutput): boolean {
  return output.addresses.includes(destination);
}

function isBasket({ state }: ImportFacts): boolean {
  return state !== null && (state.flags & CURRENCY_STATE_FLAGS.FRACTIONAL) !== 0;
}
