import { findChainNotarization } from './chain-notarization.ts';

const PCHAIN = 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV';
const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const HASH = 'ab'.repeat(32);

/** As the daemon prints it on the other chain; members that are not read are left out. */
function print(currencyid: string, flags: Record<string, true>): string {
  const proofroots = [PCHAIN, VRSCTEST].map((systemid) => ({
    systemid,
    height: systemid === currencyid ? 745 : 10,
    blockhash: systemid === currencyid ? HASH : '00'.repeat(32),
  }));
  return JSON.stringify({ version: 2, ...flags, currencyid, notarizationheight: 745, proofroots });
}

test('a notary chain’s accepted notarization of a launched chain, a mirror of the one that was earned there, is about that chain', () => {
  const payloadJson = print(PCHAIN, { ismirror: true });
  expect(findChainNotarization({ kind: 'acceptednotarization', payloadJson })).toEqual({
    systemId: PCHAIN,
    notarizationHeight: 745,
    blockHash: HASH,
  });
});

test('a notarization that a launched chain earned is about its notary chain', () => {
  const payloadJson = print(VRSCTEST, {});
  expect(findChainNotarization({ kind: 'earnednotarization', payloadJson })).toEqual({
    systemId: VRSCTEST,
    notarizationHeight: 745,
    blockHash: HASH,
  });
});

test('a notarization of a currency of the same chain, which launches of chains begin with too, is about no other chain', () => {
  const payloadJson = print(PCHAIN, { samechain: true });
  expect(findChainNotarization({ kind: 'acceptednotarization', payloadJson })).toBeUndefined();
});
