import { count, currency, enumerate, type Piece, type Sentence, sum, who } from './sentence.ts';
import type { SummaryFacts, SummaryOffer, SummaryRecord, SummaryTransfer } from './summary-facts.ts';

/** Each has its own sentence; one more counts the rest. */
const TRANSFERS_MAX = 10;
const PAYMENTS_MAX = 5;

/** At least one sentence. Cases and examples: docs/movement-kinds.md. */
export function summarize(facts: SummaryFacts): Sentence[] {
  const { transaction, parties } = facts;
  if (transaction.isCoinbase) return [coinbase(facts), ...carried(facts)];
  if (transaction.isStake) return [[...payers(facts), ` won block ${parties.height} with a stake`]];
  const deeds = [...facts.offers.map((one) => offerOf(facts, one)), ...registration(facts), ...definition(facts)];
  // A definition brings an empty import of its currency.
  const brought = facts.definitionId === null ? carried(facts) : [];
  const moved = [...deeds, ...transfers(facts, facts.registration !== null), ...brought];
  // These write the states of their identities themselves.
  const updated = deeds.length > 0 ? [] : updates(facts);
  const plain = moved.length > 0 ? [] : [...records(facts), ...payments(facts)];
  const all = [...updated, ...moved, ...plain, ...hidden(facts)];
  if (all.length > 0) return all;
  if (parties.payers.length === 0 && parties.shielded > 0n) {
    return [['A shielded address moved coins within the shielded pools']];
  }
  return [[...payers(facts), countPayers(facts) > 1 ? ' moved their own coins' : ' moved its own coins']];
}

function payers(facts: SummaryFacts): Piece[] {
  const { payers: all, payerCount, shielded } = facts.parties;
  const [first, second] = all;
  const total = countPayers(facts);
  if (first === undefined) return [shielded > 0n ? 'A shielded address' : 'The protocol'];
  if (total === 1) return [who(first)];
  if (total > 2) return [who(first), ` and ${total - 1} others`];
  return [who(first), ' and ', payerCount === 2 && second !== undefined ? who(second) : 'a shielded address'];
}

function countPayers({ parties: { payerCount, shielded } }: SummaryFacts): number {
  return payerCount + (shielded > 0n ? 1 : 0);
}

/** Receivers and amounts are hidden. */
function hidden(facts: SummaryFacts): Sentence[] {
  const { chainId, parties } = facts;
  if (parties.shielded >= 0n) return [];
  const given = sum({ satoshis: -parties.shielded, currencyId: chainId });
  return [[...payers(facts), ' sent ', ...given, ' to shielded addresses']];
}

function coinbase({ parties, transaction: { isStakedBlock } }: SummaryFacts): Sentence {
  const done = isStakedBlock ? 'staked' : 'mined';
  const [first, ...others] = parties.paid;
  if (first === undefined) return [`Block ${parties.height} was ${done}, and paid no one`];
  const own = [first, ...others.filter((one) => one.address === first.address)];
  const rest = parties.paidCount - own.length;
  const more = rest > 0 ? `, beside ${count(rest, 'payment')} to others` : '';
  return [who(first.address), ` ${done} block ${parties.height} for `, ...enumerate(own.map(sum)), more];
}

function registration(facts: SummaryFacts): Sentence[] {
  const made = facts.registration;
  if (made === null) return [];
  const price = made.price === null ? [] : [' for ', ...sum({ satoshis: made.price, currencyId: made.currencyId })];
  return [[...payers(facts), ' registered ', who(made.identityAddress), ...price]];
}

function definition(facts: SummaryFacts): Sentence[] {
  const { definitionId } = facts;
  return definitionId === null ? [] : [[...payers(facts), ' defined the currency ', currency(definitionId)]];
}

/** @param withoutBurns a transfer may burn the price of a registration */
function transfers(facts: SummaryFacts, withoutBurns: boolean): Sentence[] {
  const all = facts.transfers.filter(({ kind }) => !withoutBurns || kind !== 'BURN');
  const shown = all.slice(0, TRANSFERS_MAX).map((one) => transfer(facts, one));
  const more = all.length - shown.length;
  return more > 0 ? [...shown, [...payers(facts), ` made ${count(more, 'more transfer')}`]] : shown;
}

function transfer(facts: SummaryFacts, made: SummaryTransfer): Sentence {
  const { kind, fromId, amount, toId, destinationSystemId } = made;
  const payer = payers(facts);
  const given = sum({ satoshis: amount, currencyId: fromId });
  const leaves = destinationSystemId !== facts.chainId;
  const abroad: Piece[] = leaves ? [' on ', currency(destinationSystemId)] : [];
  const target: Piece[] = toId === null ? [] : [currency(toId)];
  const receiver = receiverOf(facts, made);
  switch (kind) {
    case 'SEND':
      return [...payer, ' sent ', ...given, ' to ', who(made.destination), ...abroad];
    case 'MINT':
      return [...payer, ' minted ', ...given, ...receiver];
    case 'BURN':
      return [...payer, ' burned ', ...given];
    case 'CONTRIBUTION':
      if (made.isRefunded) return [...payer, ' got ', ...given, ' back, contributed to the launch of ', ...target];
      return [...payer, ' contributed ', ...given, ' to the launch of ', ...target, ...receiver, ...abroad];
    case 'IDENTITY_EXPORT':
      return [...payer, ' sent ', who(made.destination), ' to the chain ', currency(destinationSystemId)];
    case 'CURRENCY_EXPORT':
      return [...payer, ' sent the definition of ', currency(fromId), ' to the chain ', currency(destinationSystemId)];
    default:
      return conversion(made, [...payer], [...receiver, ...abroad]);
  }
}

function conversion({ fromId, amount, toId, amountOut, isRefunded }: SummaryTransfer, payer: Piece[], end: Piece[]) {
  const given = sum({ satoshis: amount, currencyId: fromId });
  const targetId = toId ?? fromId;
  if (isRefunded) return [...payer, ' got ', ...given, ' back, which were to be converted to ', currency(targetId)];
  if (amountOut === null) return [...payer, ' asked to convert ', ...given, ' to ', currency(targetId), ...end];
  return [...payer, ' converted ', ...given, ' to ', ...sum({ satoshis: amountOut, currencyId: targetId }), ...end];
}

/** Empty if it is the payer. */
function receiverOf({ parties }: SummaryFacts, { destination }: SummaryTransfer): Piece[] {
  return destination === '' || parties.payers.includes(destination) ? [] : [' for ', who(destination)];
}

function carried({ chainId, imports, exports }: SummaryFacts): Sentence[] {
  const between = ({ systemId, currencyId }: SummaryRecord, word: string): Piece[] =>
    systemId === chainId ? [currency(currencyId)] : [currency(currencyId), ` ${word} `, currency(systemId)];
  return [
    ...exports.map((one) => [`An export gathered ${count(one.transferCount, 'transfer')} for `, ...between(one, 'on')]),
    ...imports.map((one) => {
      const paid = one.transferCount === 0 ? 'no transfers' : count(one.transferCount, 'transfer');
      return [`An import paid ${paid} of `, ...between(one, 'from')];
    }),
  ];
}

function offerOf(facts: SummaryFacts, { step, givesIdentity, gives, asks, asksIdentity }: SummaryOffer): Sentence {
  const payer = payers(facts);
  const given = lot(givesIdentity, gives);
  const asked = asks === null && asksIdentity === null ? [] : [' for ', ...lot(asksIdentity, asks ?? [])];
  if (step === 'LAID_DOWN') return [...payer, ' laid down ', ...given, ' for an offer'];
  if (step === 'POSTED') return [...payer, ' offered ', ...given, ...asked];
  if (step === 'TAKEN') return [...payer, ' traded ', ...given, ...asked];
  return [...payer, ' ended the offer of ', ...given];
}

function lot(identity: string | null, amounts: SummaryOffer['gives']): Piece[] {
  const parts = [...(identity === null ? [] : [[who(identity)]]), ...amounts.map(sum)];
  return parts.length === 0 ? ['nothing'] : enumerate(parts);
}

const RECORDS: readonly (readonly [kind: string, text: string])[] = [
  ['commitmenthash', ' committed to a name'],
  ['currencydefinition', ' brought the definition of a currency'],
  ['acceptednotarization', ' notarized another chain'],
  ['earnednotarization', ' notarized another chain'],
  ['finalizenotarization', ' settled a notarization'],
];

/** Leaves out an identity that a transfer sent to another chain. */
function updates(facts: SummaryFacts): Sentence[] {
  const sent = facts.transfers.filter(({ kind }) => kind === 'IDENTITY_EXPORT').map(({ destination }) => destination);
  const own = facts.parties.identities.filter((identity) => !sent.includes(identity));
  return own.map((identity) => [...payers(facts), ' updated ', who(identity)]);
}

function records(facts: SummaryFacts): Sentence[] {
  const { kinds } = facts.parties;
  const texts = new Set(RECORDS.flatMap(([kind, text]) => (kinds.includes(kind) ? [text] : [])));
  return Array.from(texts, (text) => [...payers(facts), text]);
}

/** Beside a commitment or a notarization, payments are change. */
function payments(facts: SummaryFacts): Sentence[] {
  const { paid, paidCount, kinds } = facts.parties;
  if (records(facts).length > 0 && !kinds.includes('reserveoutput')) return [];
  const shown = paid.slice(0, PAYMENTS_MAX);
  const sentences = shown.map((gain) => [...payers(facts), ' sent ', ...sum(gain), ' to ', who(gain.address)]);
  const more = paidCount - shown.length;
  return more > 0 ? [...sentences, [...payers(facts), ` made ${count(more, 'more payment')}`]] : sentences;
}
