import { CURRENCY_FORMS } from './currency-forms.ts';

test.each([
  ['its own chain', 'iChain', false],
  ['another chain', 'iOther', true],
])('nodes of %s: only those that no node of ours is connected to are listed', (_, currencyid, isListed) => {
  const currency = { currencyid, lastconfirmedtxid: 'a', nodes: [{ networkaddress: '203.0.113.7:1' }] };
  CURRENCY_FORMS.getcurrency.clean(currency, 'iChain');
  expect('nodes' in currency).toBe(isListed);
});
