import { generateChain, MATURITY, PREMINE, REWARD } from './generate-chain.ts';

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', blocks: 250 };

/** Amounts of a test this small are exact as floats. */
interface Printed {
  height: number;
  validationtype: string;
  tx: {
    txid: string;
    vin: { txid?: string; vout: number; valueSat: number }[];
    vout: { valueSat: number; scriptPubKey: Record<string, unknown> }[];
  }[];
}

function generate(seed: number): string[] {
  return Array.from(generateChain({ ...CHAIN, seed }), ({ text }) => text);
}

describe('generateChain', () => {
  const blocks = generate(7).map((text): Printed => JSON.parse(text));

  test('gives the same bytes for the same seed, and others for another', () => {
    const again = generate(7);
    expect(again.map((text): Printed => JSON.parse(text))).toEqual(blocks);
    expect(generate(8)[200]).not.toBe(again[200]);
  });

  test('spends only outputs that exist, once, at their value, and coinbases when they are mature', () => {
    const unspent = new Map<string, { value: number; matureHeight: number }>();
    for (const { height, tx } of blocks) {
      for (const [index, { txid, vin, vout }] of tx.entries()) {
        for (const input of vin.filter((spent) => spent.txid !== undefined)) {
          const key = `${input.txid}:${input.vout}`;
          expect(unspent.get(key)?.value).toBe(input.valueSat);
          expect(unspent.get(key)?.matureHeight).toBeLessThanOrEqual(height);
          unspent.delete(key);
        }
        for (const [n, { valueSat }] of vout.entries()) {
          const matureHeight = index === 0 ? height + MATURITY : height;
          if (height > 0) unspent.set(`${txid}:${n}`, { value: valueSat, matureHeight });
        }
      }
    }
    const total = [...unspent.values()].reduce((sum, { value }) => sum + BigInt(value), 0n);
    expect(total).toBe(PREMINE + REWARD * BigInt(blocks.length - 1));
  });

  test('has both kinds of blocks, and every kind of transaction', () => {
    expect(new Set(blocks.map(({ validationtype }) => validationtype))).toEqual(new Set(['work', 'stake']));
    const members = new Set(
      blocks.flatMap(({ tx }) =>
        tx.flatMap(({ vout }) => vout.flatMap(({ scriptPubKey }) => Object.keys(scriptPubKey))),
      ),
    );
    const kinds = [
      'identityprimary',
      'identityreservation',
      'currencydefinition',
      'reservetransfer',
      'crosschainimport',
    ];
    expect([...members]).toEqual(expect.arrayContaining([...kinds, 'reservedeposit', 'reserveoutput', 'stakeguard']));
  });
});
