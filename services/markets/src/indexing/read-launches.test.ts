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
  const currencystate = { version: 1, flags: 2, initialsupply: 0, emitted: 0, supply: 0 };
  const marks = { isdefinition: true, prelaunch: true, samechain: true };
  return output('acceptednotarization', { ...marks, currencyid, notarizationheight: 5, currencystate });
}

function read(...outputs: Output[]) {
  const block = { height: 5, chainId: CHAIN, transactions: [{ index: 1, outputs }] } as unknown as Block;
  return readLaunches(block);
}

function announcedBy(...outputs: Output[]) {
  return read(...outputs).launches;
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

test('what a launched chain notarizes here shows that its launch, and that of its converter, is complete', () => {
  const running = { version: 1, initialsupply: 0, emitted: 0, supply: 5 };
  const [chain, converter] = ['iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV', 'iJgtXDdhGvFKR6Bpu9pAqgQd1oxRm7REZk'];
  const notarization = {
    ismirror: true,
    currencyid: chain,
    notarizationheight: 10,
    currencystate: { flags: 48, ...running },
    currencystates: [{ [CHAIN]: { flags: 0, ...running } }, { [converter]: { flags: 49, ...running } }],
  };
  const { states } = read(output('acceptednotarization', notarization));
  expect(states.map(({ currencyId, flags }) => [currencyId, flags])).toEqual([
    [chain, 48],
    [converter, 49],
  ]);
});
