import { RESERVE_TRANSFER_FLAGS as FLAGS } from '@ledgergraph/verus-protocol/flags';
import { matchPayouts } from './match-payouts.ts';
import type { ImportFacts, PaidOutput } from './paid-import.ts';
import type { Transfer, TransferKind } from './transfer.ts';

const COIN = 100_000_000n;
const FACTS: ImportFacts = {
  chainId: 'iNative',
  currencyId: 'iBasket',
  isInitialLaunch: false,
  isFromOtherSystem: true,
  // One coin for one unit, in every direction.
  state: {
    ...({ currencyId: 'iBasket', flags: 49 } as NonNullable<ImportFacts['state']>),
    reserves: [reserve('iNative'), reserve('iToken')],
  },
};

function reserve(currencyId: string) {
  const prices = { lastConversionPrice: COIN, viaConversionPrice: COIN };
  return { currencyId, ...prices } as NonNullable<ImportFacts['state']>['reserves'][number];
}

function transfer(kind: TransferKind, amount: bigint, destination: string, more: Partial<Transfer> = {}): Transfer {
  return {
    kind,
    flags: 1,
    fromId: 'iNative',
    amount,
    toId: kind === 'BURN' ? null : 'iNative',
    viaId: null,
    fee: 0n,
    feeCurrencyId: 'iNative',
    destination,
    refundAddresses: [],
    gatewayId: null,
    destinationSystemId: 'iNative',
    ...more,
  };
}

const BUY = { toId: 'iBasket', flags: FLAGS.CONVERT };
const TRAVELS = { flags: FLAGS.IDENTITY_EXPORT };

function output(vout: number, address: string, amount: bigint, more: Partial<PaidOutput> = {}): PaidOutput {
  return { vout, kind: '', addresses: [address], currencyId: 'iNative', amount, ...more };
}

const identity = (vout: number) => output(vout, 'iAnn', 0n, { kind: 'identityprimary' });

function match(transfers: Transfer[], outputs: PaidOutput[], facts: Partial<ImportFacts> = {}) {
  const { settlements, rest } = matchPayouts(transfers, outputs, { ...FACTS, ...facts });
  return {
    paid: settlements.map(({ payouts }) => payouts.map(({ vout }) => vout)),
    expected: settlements.map(({ followsRules }) => followsRules),
    rest: rest.map(({ vout, role }) => `${vout} ${role}`),
  };
}

test('an identity that travels comes before the amount that travels with it, and does not shift what follows', () => {
  const others = [transfer('SEND', 250n, 'Rbob'), transfer('BUY', COIN, 'Rcat', BUY)];
  const bought = { currencyId: 'iBasket' };
  const all = [transfer('IDENTITY_EXPORT', 10n, 'iAnn', TRAVELS), ...others];
  const behind = [output(7, 'Rbob', 250n), output(8, 'Rcat', COIN - 25_000n, bought)];
  const isNew = match(all, [identity(5), output(6, 'iAnn', 10n), ...behind]);
  expect(isNew).toMatchObject({ paid: [[5, 6], [7], [8]], expected: [true, true, true] });
  expect(match(all, [output(6, 'iAnn', 10n), ...behind])).toMatchObject({ paid: [[6], [7], [8]] });
  const alone = [transfer('IDENTITY_EXPORT', 0n, 'iAnn', TRAVELS), ...others];
  expect(match(alone, [identity(6), ...behind])).toMatchObject({ paid: [[6], [7], [8]], expected: [true, true, true] });
  expect(match(alone, behind)).toMatchObject({ paid: [[], [7], [8]], expected: [true, true, true] });
});

test('an identity travels with a conversion, too', () => {
  const both = transfer('BUY', COIN, 'iAnn', { toId: 'iBasket', flags: FLAGS.CONVERT | FLAGS.IDENTITY_EXPORT });
  const bought = output(6, 'iAnn', COIN - 25_000n, { currencyId: 'iBasket' });
  expect(match([both], [identity(5), bought])).toMatchObject({ paid: [[5, 6]], expected: [true] });
});

test('what goes on to another system is paid by the transfer that goes on, whatever travels', () => {
  const leg = { kind: 'reservetransfer' };
  const onwards = { gatewayId: 'iOther' };
  const all = [
    transfer('IDENTITY_EXPORT', 0n, 'iAnn', { ...TRAVELS, ...onwards }),
    transfer('CURRENCY_EXPORT', 0n, 'Rbob', { flags: FLAGS.CURRENCY_EXPORT, ...onwards }),
    transfer('SEND', 5n, 'Rcat', onwards),
  ];
  const outputs = [output(5, 'iAnn', 0n, leg), output(6, '', 0n, leg), output(7, 'Rcat', 5n, leg)];
  expect(match(all, outputs)).toMatchObject({ paid: [[5], [6], [7]], expected: [true, true, true] });
});

test('a definition that is known already has no output, and a burn never has one', () => {
  const all = [
    transfer('CURRENCY_EXPORT', 0n, '', { flags: FLAGS.CURRENCY_EXPORT }),
    transfer('BURN', 100n, 'Rann'),
    transfer('MINT', 100n, 'Rann'),
  ];
  expect(match(all, [output(5, 'Rann', 100n)])).toMatchObject({ paid: [[], [], [5]], expected: [true, true, true] });
});

test('an output of no value stands for a mint that gives nothing, and for the second half of a conversion that yields nothing', () => {
  const empty = { kind: 'reserveoutput' };
  const via = transfer('VIA', 1n, 'Rann', { fromId: 'iToken', viaId: 'iBasket', flags: FLAGS.CONVERT });
  const cheap = [reserve('iToken'), { ...reserve('iNative'), viaConversionPrice: 1n }];
  const state = { ...FACTS.state, reserves: cheap } as NonNullable<ImportFacts['state']>;
  const all = [via, transfer('MINT', 9n, 'Rbob', { fromId: 'iBasket' }), transfer('SEND', 5n, 'Rcat')];
  const outputs = [output(5, 'Rann', 0n, empty), output(6, 'Rbob', 0n, empty), output(7, 'Rcat', 5n)];
  expect(match(all, outputs, { state })).toMatchObject({ paid: [[], [], [7]], expected: [true, false, true] });
});

test('one output may carry several currencies: each transfer has the one that it asks for', () => {
  const two = { currencyId: 'iToken', others: [{ currencyId: 'iNative', amount: 33n }] };
  const { settlements } = matchPayouts([transfer('SEND', 33n, 'Rann')], [output(5, 'Rann', 2n, two)], FACTS);
  expect(settlements[0]?.payouts).toMatchObject([{ vout: 5, currencyId: 'iNative', amount: 33n }]);
});

test('an output that pays no transfer shifts none of those behind it', () => {
  const all = [transfer('SEND', 5n, 'Rann'), transfer('SEND', 6n, 'Rbob')];
  const outputs = [output(5, 'Rstray', 1n), output(6, 'Rann', 5n), output(7, 'Rbob', 6n)];
  expect(match(all, outputs)).toEqual({ paid: [[6], [7]], expected: [false, true], rest: ['5 EXPORTER'] });
});

test.each([
  ['two notaries, and the exporter in halves', [10n, 10n, 5n, 5n], ['NOTARY', 'NOTARY', 'EXPORTER', 'EXPORTER']],
  ['one notary, and the exporter in halves', [10n, 5n, 6n], ['NOTARY', 'EXPORTER', 'EXPORTER']],
  ['two notaries, and the exporter whole', [10n, 10n, 10n], ['NOTARY', 'NOTARY', 'EXPORTER']],
  ['a notary that gets less, and the exporter whole', [4n, 10n], ['NOTARY', 'EXPORTER']],
  ['the exporter in halves', [5n, 5n], ['EXPORTER', 'EXPORTER']],
])('rewards of an import of another system: %s', (_, amounts, roles) => {
  const { rest } = matchPayouts(
    [],
    amounts.map((amount, index) => output(index, 'Rreward', amount)),
    FACTS,
  );
  expect(rest.map(({ role }) => role)).toEqual(roles);
});

test('only where contributions are taken, something is carved out for the address of the currency', () => {
  const rewards = [output(5, 'Rann', 5n), output(6, 'iBasket', 5n)];
  expect(match([], rewards).rest).toEqual(['5 EXPORTER', '6 EXPORTER']);
  const taken = transfer('CONTRIBUTION', COIN, 'Rann', { toId: 'iBasket', flags: FLAGS.PRECONVERT });
  const paid = output(4, 'Rann', COIN - 25_000n, { currencyId: 'iBasket' });
  expect(match([taken], [paid, ...rewards]).rest).toEqual(['5 EXPORTER', '6 CARVE_OUT']);
});
