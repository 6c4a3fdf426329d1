import type { TransferKind } from '#/flows/transfer.ts';
import type { MadeTransfer, MovementFacts, PaidPart, Registered } from './movement-facts.ts';

export type MovementKind =
  | 'RECEIVED'
  | 'SENT'
  | 'SELF'
  | 'CONVERSION'
  | 'LAUNCH'
  | 'REFUND'
  | 'MINT'
  | 'MINED'
  | 'STAKED'
  | 'IDENTITY_FEE'
  | 'REFERRAL'
  | 'CROSS_CHAIN_IN'
  | 'CROSS_CHAIN_OUT'
  | 'OFFER'
  | 'FEE';

/** A row of the table in docs/movement-kinds.md, which a test compares. */
export interface MovementCase {
  kind: MovementKind;
  text: string;
  holds(facts: MovementFacts): boolean;
}

const CONVERSIONS: readonly TransferKind[] = ['BUY', 'SELL', 'VIA'];
const LAUNCH_ROLES: readonly string[] = ['PREALLOCATION', 'CARVE_OUT'];
const REWARD_ROLES: readonly string[] = ['EXPORTER', 'NOTARY'];

/** The first that holds decides. */
export const MOVEMENT_CASES: readonly MovementCase[] = [
  {
    kind: 'STAKED',
    text: 'no more came than went, in the stake of its block: a coin that won and came back',
    holds: ({ amount, transaction }) => transaction.isStake && amount <= 0n,
  },
  { kind: 'SELF', text: 'as much came as went', holds: ({ amount }) => amount === 0n },
  {
    kind: 'REFUND',
    text: 'more came: an import gives back what a transfer gave',
    holds: (facts) => isPaid(facts, ({ isRefund }) => isRefund),
  },
  {
    kind: 'CONVERSION',
    text: 'more came: an import pays a conversion',
    holds: (facts) => isPaid(facts, ({ kind }) => kind !== null && CONVERSIONS.includes(kind)),
  },
  {
    kind: 'LAUNCH',
    text: 'more came: an import pays for a contribution, a preallocation, or what a launch carves out',
    holds: (facts) => isPaid(facts, ({ role, kind }) => kind === 'CONTRIBUTION' || LAUNCH_ROLES.includes(role)),
  },
  {
    kind: 'MINT',
    text: 'more came: an import pays units that were minted',
    holds: (facts) => isPaid(facts, ({ kind }) => kind === 'MINT'),
  },
  {
    kind: 'CROSS_CHAIN_IN',
    text: 'more came: an import pays a transfer of another chain',
    holds: (facts) => isPaid(facts, ({ arrives }) => arrives),
  },
  {
    kind: 'RECEIVED',
    text: 'more came: an import pays a transfer of this chain',
    holds: (facts) => isPaid(facts, ({ role }) => role === 'TRANSFER'),
  },
  {
    kind: 'FEE',
    text: 'more came: an import rewards, out of its fees, who brought it or its export, or notaries',
    holds: (facts) => isPaid(facts, ({ role }) => REWARD_ROLES.includes(role)),
  },
  {
    kind: 'STAKED',
    text: 'more came: the coinbase of a staked block',
    holds: ({ transaction }) => transaction.isCoinbase && transaction.isStakedBlock,
  },
  { kind: 'MINED', text: 'more came: any other coinbase', holds: ({ transaction }) => transaction.isCoinbase },
  {
    kind: 'OFFER',
    text: 'the transaction lays down a lot for an offer, posts, takes or ends an offer',
    holds: ({ transaction }) => transaction.isOffer,
  },
  { kind: 'REFERRAL', text: 'more came: exactly the referral shares of a registration', holds: isReferral },
  {
    kind: 'IDENTITY_FEE',
    text: 'more came: exactly the price of a registration, to the identity of its parent',
    holds: isIssuer,
  },
  {
    kind: 'IDENTITY_FEE',
    text: 'more went: exactly the price of a registration and fees',
    holds: isRegistrant,
  },
  {
    kind: 'LAUNCH',
    text: 'more went: the definition of a currency, or contributions with it',
    holds: ({ amount, transaction }) => amount < 0n && transaction.isDefinition,
  },
  {
    kind: 'CONVERSION',
    text: 'more went, in the currency that a transfer gives: a conversion on this chain',
    holds: (facts) => gives(facts, ({ kind, leaves }) => !leaves && CONVERSIONS.includes(kind)),
  },
  {
    kind: 'LAUNCH',
    text: 'more went, in the currency that a transfer gives: a contribution on this chain',
    holds: (facts) => gives(facts, ({ kind, leaves }) => !leaves && kind === 'CONTRIBUTION'),
  },
  {
    kind: 'CROSS_CHAIN_OUT',
    text: 'more went, in the currency that a transfer gives: it leaves for another chain',
    holds: (facts) => gives(facts, ({ leaves }) => leaves),
  },
  {
    kind: 'FEE',
    text: 'more went, and no more than fees, in a transaction that is more than a plain payment',
    holds: isCost,
  },
  {
    kind: 'SELF',
    text: 'more went, and the address paid only itself',
    holds: ({ amount, direction }) => amount < 0n && direction === 'SELF',
  },
  { kind: 'SENT', text: 'more went otherwise: payments, change of address, burns', holds: ({ amount }) => amount < 0n },
  { kind: 'RECEIVED', text: 'more came otherwise: payments, and change', holds: () => true },
];

export function movementKind(facts: MovementFacts): MovementKind {
  return MOVEMENT_CASES.find(({ holds }) => holds(facts))?.kind ?? 'RECEIVED';
}

function isPaid({ amount, paid }: MovementFacts, test: (part: PaidPart) => boolean): boolean {
  return amount > 0n && paid.some(test);
}

function gives({ amount, currencyId, transaction }: MovementFacts, test: (made: MadeTransfer) => boolean): boolean {
  return amount < 0n && transaction.transfers.some((made) => made.fromId === currencyId && test(made));
}

function isReferral(facts: MovementFacts): boolean {
  const { amount, addresses, transaction } = facts;
  return amount > 0n && amount === gainOf(facts) && sharesOf(transaction.registered, addresses) > 0n;
}

function isIssuer(facts: MovementFacts): boolean {
  return facts.amount > 0n && facts.amount === gainOf(facts);
}

function gainOf({ addresses, currencyId, transaction: { registered } }: MovementFacts): bigint {
  if (registered === null || registered.currencyId !== currencyId) return 0n;
  const { parentId, paidToParent } = registered;
  return sharesOf(registered, addresses) + (addresses.includes(parentId) ? paidToParent : 0n);
}

function sharesOf(registered: Registered | null, addresses?: readonly string[]): bigint {
  const own = registered?.shares.filter(({ address }) => addresses?.includes(address) ?? true) ?? [];
  return own.reduce((sum, { satoshis }) => sum + satoshis, 0n);
}

/** The rest went to others, or as change to another address of the payer. */
function isRegistrant(facts: MovementFacts): boolean {
  const { amount, currencyId, transaction } = facts;
  const { registered } = transaction;
  const fees = feesOf(facts);
  if (registered === null || fees === null || amount >= 0n) return false;
  const isOfPrice = registered.currencyId === currencyId;
  const price = isOfPrice ? registered.burned + registered.paidToParent + sharesOf(registered) : 0n;
  return -amount === fees + price - gainOf(facts);
}

function isCost(facts: MovementFacts): boolean {
  const fees = feesOf(facts);
  return facts.amount < 0n && fees !== null && -facts.amount === fees;
}

/** Fees that the transaction took in the currency; null if unknown. */
function feesOf({ chainId, currencyId, transaction: { cost, transfers } }: MovementFacts): bigint | null {
  if (currencyId === chainId) return cost;
  const own = transfers.filter(({ feeCurrencyId }) => feeCurrencyId === currencyId);
  return own.reduce((sum, { fee }) => sum + fee, 0n);
}
