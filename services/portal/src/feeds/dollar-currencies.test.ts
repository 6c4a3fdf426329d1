import { dollarCurrencies } from './dollar-currencies.ts';

const VRSC = 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV';
const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const BRIDGE = 'i3f7tSctFkiPpiedY8QR5Tep9p4qDVebDx';
const LAUNCHED = 'iExBJfZYK7KREDpuhj6PzZBzqMAKaFg7d2';

test('a chain and its dollar stand there by their names or i-addresses', () => {
  const byNames = dollarCurrencies.parse('VRSC = Bridge.vETH');
  expect(byNames.get(VRSC)).toBe(BRIDGE);
  expect(dollarCurrencies.parse(`${VRSC}=bridge.veth,`).get(VRSC)).toBe(BRIDGE);
  const both = dollarCurrencies.parse(`VRSCTEST=${BRIDGE}, ${LAUNCHED}=${BRIDGE}`);
  expect([both.get(VRSCTEST), both.get(LAUNCHED)]).toEqual([BRIDGE, BRIDGE]);
  expect(dollarCurrencies.parse(undefined).size).toBe(0);
});

test.each(['VRSC', '=x', 'VRSC=', 'VRSC=a=b', 'VRSC=a/b', `${LAUNCHED}=Bridge`])(
  '%s is refused at the start',
  (text) => {
    expect(dollarCurrencies.safeParse(text).success).toBe(false);
  },
);
