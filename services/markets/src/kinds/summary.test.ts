import { readFileSync } from 'node:fs';
import type { TransactionParties } from '@ledgergraph/graph-kit/transaction-parties';
import { repositoryDir } from '@ledgergraph/local/repository';
import { write } from './sentence.ts';
import { summarize } from './summary.ts';
import type { SummaryFacts, SummaryOffer, SummaryTransfer } from './summary-facts.ts';

const PAGE = readFileSync(`${repositoryDir}/docs/movement-kinds.md`, 'utf8');
const ROW = /^\| ([a-z][^|`]*) \| `([^`]+)` \|$/gm;
const NAMES = new Map([
  ['iNative', 'VRSC'],
  ['iAlice', 'alice'],
  ['iShop', 'shop.alice'],
  ['iToken', 'TOK'],
  ['iBasket', 'Bridge.vETH'],
  ['iChain', 'CHAIN'],
]);
const coins = (text: string): bigint => BigInt(Math.round(Number(text) * 100)) * 1_000_000n;

const PARTIES: TransactionParties = {
  height: 12,
  index: 1,
  isStakedBlock: false,
  shielded: 0n,
  kinds: [],
  identities: [],
  payers: ['iAlice'],
  payerCount: 1,
  paid: [],
  paidCount: 0,
};
const FACTS: SummaryFacts = {
  chainId: 'iNative',
  parties: PARTIES,
  registration: null,
  definitionId: null,
  transfers: [],
  imports: [],
  exports: [],
  offers: [],
  transaction: { isCoinbase: false, isStakedBlock: false, isStake: false },
};
const CONVERSION: SummaryTransfer = {
  kind: 'BUY',
  fromId: 'iNative',
  amount: coins('10'),
  toId: 'iBasket',
  amountOut: coins('3.2'),
  isRefunded: false,
  destination: 'iAlice',
  destinationSystemId: 'iNative',
};
const OFFER: SummaryOffer = {
  step: 'LAID_DOWN',
  givesIdentity: null,
  gives: [{ currencyId: 'iNative', satoshis: coins('25') }],
  asks: null,
  asksIdentity: null,
};
const gain = (address: string, amount: string, currencyId = 'iNative') => ({
  address,
  currencyId,
  satoshis: coins(amount),
});
const of = (parties: Partial<TransactionParties>): SummaryFacts => ({
  ...FACTS,
  parties: { ...PARTIES, ...parties, paidCount: parties.paidCount ?? parties.paid?.length ?? 0 },
});
const made = (transfer: Partial<SummaryTransfer>): SummaryFacts => ({
  ...FACTS,
  transfers: [{ ...CONVERSION, ...transfer }],
});
const offered = (offer: Partial<SummaryOffer>): SummaryFacts => ({ ...FACTS, offers: [{ ...OFFER, ...offer }] });
const reward = [gain('iAlice', '6'), gain('iAlice', '1.5', 'iToken')];
const token = { fromId: 'iToken', toId: 'iToken', amountOut: null };
const contribution = { kind: 'CONTRIBUTION', amountOut: null } as const;
const coinbase = { isCoinbase: true, isStakedBlock: false, isStake: false };
const asked = [{ currencyId: 'iToken', satoshis: coins('5') }];

const SAMPLES: Record<string, SummaryFacts> = {
  'mined block': { ...of({ payers: [], payerCount: 0, paid: reward }), transaction: coinbase },
  'staked block, others paid too': {
    ...of({ payers: [], payerCount: 0, paid: [gain('iAlice', '6'), gain('RBob', '1')] }),
    transaction: { ...coinbase, isStakedBlock: true },
  },
  stake: { ...FACTS, transaction: { isCoinbase: false, isStakedBlock: true, isStake: true } },
  'conversion, paid': made({}),
  'conversion for someone else': made({ destination: 'RBob' }),
  'conversion, not paid yet': made({ amountOut: null }),
  'conversion, refunded': made({ amountOut: null, isRefunded: true }),
  contribution: made(contribution),
  'contribution, refunded': made({ ...contribution, isRefunded: true }),
  'transfer to another chain': made({ kind: 'SEND', destination: 'RBob', destinationSystemId: 'iChain' }),
  mint: made({ ...token, kind: 'MINT', destination: 'RBob' }),
  burn: made({ ...token, kind: 'BURN', toId: null }),
  'identity to another chain': made({
    kind: 'IDENTITY_EXPORT',
    destination: 'iShop',
    destinationSystemId: 'iChain',
  }),
  'definition to another chain': made({ ...token, kind: 'CURRENCY_EXPORT', destinationSystemId: 'iChain' }),
  registration: {
    ...made({ kind: 'BURN', toId: null }),
    registration: { identityAddress: 'iShop', price: coins('100'), currencyId: 'iNative' },
  },
  definition: {
    ...FACTS,
    definitionId: 'iToken',
    imports: [{ currencyId: 'iToken', systemId: 'iNative', transferCount: 0 }],
  },
  'lot of an offer': offered({}),
  offer: offered({ step: 'POSTED', asks: [], asksIdentity: 'iShop' }),
  'offer taken': {
    ...offered({ step: 'TAKEN', asks: asked }),
    parties: { ...PARTIES, payers: ['iAlice', 'RBob'], payerCount: 2 },
  },
  'offer ended': offered({ step: 'ENDED', asks: asked }),
  export: { ...FACTS, exports: [{ currencyId: 'iBasket', systemId: 'iNative', transferCount: 3 }] },
  'import from another chain': {
    ...FACTS,
    imports: [{ currencyId: 'iBasket', systemId: 'iChain', transferCount: 1 }],
  },
  identity: of({ kinds: ['identityprimary'], identities: ['iShop'] }),
  commitment: of({ kinds: ['commitmenthash'], paid: [gain('RChange', '1')] }),
  notarization: of({ payers: [], payerCount: 0, kinds: ['acceptednotarization'] }),
  payment: of({ payers: ['iAlice', 'RBob', 'RCarol'], payerCount: 3, paid: [gain('RBob', '1.25')] }),
  'payment out of the shielded pools': of({
    payers: [],
    payerCount: 0,
    shielded: coins('1.25'),
    paid: [gain('RBob', '1.25')],
  }),
  'payment, partly out of the shielded pools': of({ shielded: coins('1'), paid: [gain('RBob', '1.25')] }),
  'payment into the shielded pools': of({ shielded: -coins('1.25') }),
  'payment inside of the shielded pools': of({ payers: [], payerCount: 0, shielded: coins('0.01') }),
  'payment to oneself': FACTS,
};

const sentencesOf = (facts: SummaryFacts): string[] => summarize(facts).map((sentence) => write(sentence, NAMES));

test('each example of the docs is the sentence that its facts make', () => {
  const examples = Array.from(PAGE.matchAll(ROW), ([, thing = '', example]) => [thing, [example]]);
  const results = Object.entries(SAMPLES).map(([thing, facts]) => [thing, sentencesOf(facts)]);
  expect(examples).toEqual(results);
});

test('what is too much for a sentence each is counted', () => {
  const transfers = Array.from({ length: 12 }, () => CONVERSION);
  const many = sentencesOf({ ...FACTS, transfers });
  expect(many).toHaveLength(11);
  expect(many.at(-1)).toBe('alice@ made 2 more transfers');
  const paid = Array.from({ length: 10 }, (_, index) => gain(`R${index}`, '1'));
  const payments = sentencesOf(of({ paid, paidCount: 4_000 }));
  expect(payments).toHaveLength(6);
  expect(payments.at(-1)).toBe('alice@ made 3995 more payments');
});

test('an i-address without a name stands for itself', () => {
  expect(summarize(made({})).map((sentence) => write(sentence, new Map()))).toEqual([
    'iAlice converted 10 iNative to 3.2 iBasket',
  ]);
});

test('a transaction that does several things at once has a sentence for each', () => {
  const update = { kinds: ['identityprimary'], identities: ['iShop'] };
  expect(sentencesOf(of({ ...update, paid: [gain('RBob', '1')], shielded: -coins('2') }))).toEqual([
    'alice@ updated shop.alice@',
    'alice@ sent 1 VRSC to RBob',
    'alice@ sent 2 VRSC to shielded addresses',
  ]);
  const { parties } = of({ ...update, shielded: -coins('2') });
  expect(sentencesOf({ ...made({}), parties })).toEqual([
    'alice@ updated shop.alice@',
    'alice@ converted 10 VRSC to 3.2 Bridge.vETH',
    'alice@ sent 2 VRSC to shielded addresses',
  ]);
  const sent = made({ kind: 'IDENTITY_EXPORT', destination: 'iShop', destinationSystemId: 'iChain' });
  expect(sentencesOf({ ...sent, parties: { ...PARTIES, ...update } })).toEqual([
    'alice@ sent shop.alice@ to the chain CHAIN',
  ]);
});
