import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readLaunches } from './read-launches.ts';

const CHAIN = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const TOKEN = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';

function output(kind: string, payload: object): Output {
  return { index: 0, kind, payloadJson: JSON.stringify(payload) } as Output;
}

function definition(launchsystemid: string): Output {
  const terms = { startblock: 20, endblock: 0, currencies: [CHAIN], minpreconversion: [1.5], maxpreconversion: [9] };
  const place = { systemid: CHAIN, launchsystemid, notarizationprotocol: 1, proofprotocol: 1 };
  return output('currencydefinition', { currencyid: TOKEN, name: 'token', options: 32, ...place, ...terms });
}

function state(currencyid: string): Output {
  const currencystate = { flags: 2, initialsupply: 0, emitted: 0, supply: 0 };
  const marks = { isdefinition: true, prelaunch: true, samechain: true };
  return output('acceptednotarization', { ...marks, currencyid, notarizationheight: 5, currencystate });
}

function announcedBy(...outputs: Output[]) {
  const block = { height: 5, chainId: CHAIN, transactions: [{ index: 1, outputs }] } as unknown as Block;
  return readLaunches(block).launches;
}

test('a definition with the first state of its currency announces a launch', () => {
  expect(announcedBy(definition(CHAIN), state(TOKEN))).toEqual([
    {
      currencyId: TOKEN,
      startBlock: 20,
      reserves: [{ currencyId: CHAIN, minimum: 150_000_000n, maximum: 900_000_000n }],
      preallocations: [],
      txIndex: 1,
      vout: 0,
    },
  ]);
});

test('a definition that maps a currency of a gateway has no state beside it and announces no launch', () => {
  expect(announcedBy(definition(CHAIN), state(CHAIN))).toEqual([]);
});

test('a definition that came from another chain announces no launch here', () => {
  expect(announcedBy(definition('iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV'), state(TOKEN))).toEqual([]);
});
