import type { Unread } from '@ledgergraph/verus-protocol/lossless-json';

interface Names {
  readonly [member: string]: Names | true;
}

/** Half of the text of `getblock <hash> 2`. Below scriptPubKey only members with a fixed meaning: others name the output's kind. */
export const UNREAD_MEMBERS: Unread = unread({
  tx: {
    overwintered: true,
    versiongroupid: true,
    vin: { scriptSig: { asm: true }, value: true, valueZat: true, address: true, addresses: true },
    vout: { value: true, valueZat: true, scriptPubKey: { asm: true, reqSigs: true } },
    valueBalance: true,
    vShieldedSpend: { cv: true, anchor: true, nullifier: true, rk: true, proof: true, spendAuthSig: true },
    vShieldedOutput: {
      cv: true,
      cmu: true,
      ephemeralKey: true,
      encCiphertext: true,
      outCiphertext: true,
      proof: true,
    },
    bindingSig: true,
  },
  finalsaplingroot: true,
  nonce: true,
  solution: true,
  anchor: true,
  valuePools: true,
});

function unread(names: Names): Unread {
  return new Map(Object.entries(names).map(([member, below]) => [member, below === true ? true : unread(below)]));
}
