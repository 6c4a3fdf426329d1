import { readFileSync } from 'node:fs';
import { repositoryDir } from '@ledgergraph/local/repository';
import type { MovementFacts, PaidPart, Registered, TransactionFacts } from './movement-facts.ts';
import { MOVEMENT_CASES, movementKind } from './movement-kind.ts';

const PAGE = readFileSync(`${repositoryDir}/docs/movement-kinds.md`, 'utf8');
const ROW = /^\| (\d+) \| `(\w+)` \| (.+) \|$/gm;

const NOTHING: TransactionFacts = {
  isCoinbase: false,
  isStakedBlock: false,
  isStake: false,
  cost: null,
  isOffer: false,
  isDefinition: false,
  registered: null,
  transfers: [],
};
const PLAIN: Omit<MovementFacts, 'transaction'> = {
  chainId: 'iNative',
  addresses: ['RAlice'],
  currencyId: 'iNative',
  amount: 0n,
  direction: 'RECEIVED',
  paid: [],
};
/** Below a token, which is issued by its identity. */
const REGISTERED: Registered = {
  parentId: 'iToken',
  currencyId: 'iToken',
  burned: 0n,
  paidToParent: 70n,
  shares: [
    { address: 'iReferrer', satoshis: 20n },
    { address: 'iAbove', satoshis: 10n },
  ],
};
/** Below the native currency. */
const NATIVE: Registered = { ...REGISTERED, parentId: 'iNative', currencyId: 'iNative', paidToParent: 0n };
const buy = { kind: 'BUY', fromId: 'iNative', fee: 20_000n, feeCurrencyId: 'iNative', leaves: false } as const;
const transferPart: PaidPart = { role: 'TRANSFER', kind: 'SEND', isRefund: false, arrives: false };
const reward: PaidPart = { ...transferPart, role: 'EXPORTER', kind: null };

type Facts = Partial<Omit<MovementFacts, 'transaction'>> & { of?: Partial<TransactionFacts> };

const toFacts = ({ of, ...movement }: Facts): MovementFacts => ({
  ...PLAIN,
  ...movement,
  transaction: { ...NOTHING, ...of },
});
const came = (facts: Omit<Facts, 'amount'>): Facts => ({ ...facts, amount: 100n });
const went = (facts: Omit<Facts, 'amount'>): Facts => ({ direction: 'SENT', ...facts, amount: -100n });
const paid = (...parts: Partial<PaidPart>[]): Facts =>
  came({ paid: parts.map((one) => ({ ...transferPart, ...one })) });

/** Movements by the number of the case that decides them. */
const SAMPLES: Record<number, Facts[]> = {
  1: [{ of: { isStake: true } }, went({ of: { isStake: true } })],
  2: [{ direction: 'SELF' }, { of: { isOffer: true } }],
  3: [paid({ kind: 'BUY', isRefund: true }), paid({ kind: 'BUY' }, { kind: 'CONTRIBUTION', isRefund: true })],
  4: [paid({ kind: 'VIA' }), paid(reward, { kind: 'SELL' }), paid({ kind: 'BUY', arrives: true })],
  5: [
    paid({ kind: 'CONTRIBUTION' }),
    paid({ role: 'PREALLOCATION', kind: null }),
    paid({ role: 'CARVE_OUT', kind: null }),
  ],
  6: [paid({ kind: 'MINT' })],
  7: [paid({ arrives: true }), paid({}, { arrives: true })],
  8: [paid({}), paid(reward, {})],
  9: [paid(reward), { ...paid({ role: 'NOTARY', kind: null }), of: { isCoinbase: true } }],
  10: [came({ of: { isCoinbase: true, isStakedBlock: true } })],
  11: [came({ of: { isCoinbase: true } }), came({ currencyId: 'iParent', of: { isCoinbase: true } })],
  12: [came({ of: { isOffer: true } }), went({ of: { isOffer: true, cost: 100n } })],
  13: [
    { amount: 20n, addresses: ['iReferrer'], currencyId: 'iToken', of: { registered: REGISTERED } },
    { amount: 10n, addresses: ['iAbove'], of: { registered: NATIVE } },
    {
      amount: 100n,
      addresses: ['iToken'],
      currencyId: 'iToken',
      of: { registered: { ...REGISTERED, shares: [{ address: 'iToken', satoshis: 30n }] } },
    },
  ],
  14: [{ amount: 70n, addresses: ['iToken'], currencyId: 'iToken', of: { registered: REGISTERED } }],
  15: [
    went({ of: { registered: REGISTERED, cost: 100n } }),
    went({ of: { registered: NATIVE, cost: 70n } }),
    went({ currencyId: 'iToken', of: { registered: REGISTERED, transfers: [buy] } }),
    went({ currencyId: 'iToken', of: { registered: { ...REGISTERED, paidToParent: 0n, burned: 70n } } }),
    went({ addresses: ['iReferrer'], of: { registered: NATIVE, cost: 90n } }),
    went({ direction: 'SELF', of: { registered: NATIVE, cost: 70n } }),
  ],
  16: [went({ of: { isDefinition: true } })],
  17: [went({ of: { transfers: [buy] } }), went({ of: { transfers: [buy, { ...buy, kind: 'CONTRIBUTION' }] } })],
  18: [went({ of: { transfers: [{ ...buy, kind: 'CONTRIBUTION' }] } })],
  19: [went({ of: { transfers: [{ ...buy, leaves: true }] } })],
  20: [
    went({ of: { cost: 100n } }),
    went({ direction: 'SELF', of: { cost: 100n, transfers: [{ ...buy, fromId: 'iToken' }] } }),
    went({ currencyId: 'iFee', of: { transfers: [{ ...buy, fee: 100n, feeCurrencyId: 'iFee' }] } }),
  ],
  21: [went({ direction: 'SELF' })],
  22: [
    went({}),
    went({ of: { cost: 99n } }),
    went({ of: { transfers: [{ ...buy, kind: 'BURN' }] } }),
    went({ currencyId: 'iOther', of: { registered: REGISTERED } }),
    // Change that another address got, or several that paid together.
    went({ of: { registered: NATIVE, cost: 69n } }),
    went({ of: { registered: NATIVE, cost: 71n } }),
    went({ of: { registered: NATIVE, cost: null } }),
    went({ currencyId: 'iToken', of: { registered: { ...REGISTERED, burned: 1n } } }),
  ],
  23: [
    came({}),
    came({ direction: 'SENT' }),
    came({ of: { registered: REGISTERED, isDefinition: true, transfers: [buy] } }),
    came({ addresses: ['iReferrer'], currencyId: 'iOther', of: { registered: REGISTERED } }),
    // A share and change, and a stake that another address got.
    came({ addresses: ['iReferrer'], currencyId: 'iToken', of: { registered: REGISTERED } }),
    came({ addresses: ['iToken'], currencyId: 'iToken', of: { registered: REGISTERED } }),
    came({ of: { isStake: true } }),
  ],
};

test('the table of the docs has the cases of the code, in its order', () => {
  const rows = Array.from(PAGE.matchAll(ROW), ([, number, kind, text]) => ({ number: Number(number), kind, text }));
  expect(rows).toEqual(MOVEMENT_CASES.map(({ kind, text }, index) => ({ number: index + 1, kind, text })));
});

test('each case decides movements, and no case before it holds for them', () => {
  expect(Object.keys(SAMPLES).map(Number)).toEqual(MOVEMENT_CASES.map((_, index) => index + 1));
  for (const [number, samples] of Object.entries(SAMPLES)) {
    for (const sample of samples.map(toFacts)) {
      expect([number, MOVEMENT_CASES.findIndex(({ holds }) => holds(sample)) + 1]).toEqual([number, Number(number)]);
      expect(movementKind(sample)).toBe(MOVEMENT_CASES[Number(number) - 1]?.kind);
    }
  }
});
