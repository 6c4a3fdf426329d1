import { sumSatoshis } from '@ledgergraph/chain-generator/coin';
import { pay } from '@ledgergraph/chain-generator/outputs';
import { TRANSFER, transferOutput } from '@ledgergraph/chain-generator/transfer';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { drawCoins, drawPayee, drawShare, FEE, payChange, type Scene, settle } from './scene.ts';

/** In the currency of the destination: twice its fee for an import. */
const IMPORT_FEE = 2_000_000n;
const LARGEST = 50_00000000n;

export function drawCrossing(scene: Scene): JsonObject | undefined {
  const { chainId, ledger, random, height, peers } = scene;
  if (peers.length === 0) return undefined;
  const to = random.pick(peers);
  const heldIn = (tokens: ReadonlyMap<string, bigint>): bigint => (tokens.size === 1 ? (tokens.get(to) ?? 0n) : 0n);
  const holders = ledger
    .list('coin')
    .filter(({ tokens, matureHeight }) => heldIn(tokens) > 2n * IMPORT_FEE && matureHeight <= height);
  const coins = holders.length === 0 ? undefined : drawCoins(scene, 10n * FEE);
  if (coins === undefined) return undefined;
  const coin = random.pick(holders);
  const held = heldIn(coin.tokens) - IMPORT_FEE;
  const goesBack = random.chance(0.5);
  const most = goesBack ? held : sumSatoshis(coins) - FEE;
  const amount = drawShare(random, most < LARGEST ? most : LARGEST, 100, 500);
  const request = transferOutput(scene, {
    kind: 'SEND',
    flags: TRANSFER.VALID | TRANSFER.CROSS_SYSTEM,
    fromId: goesBack ? to : chainId,
    amount,
    toId: to,
    feeCurrencyId: to,
    fee: IMPORT_FEE,
    destination: drawPayee(scene, 'key'),
    exportTo: to,
  });
  const inputs = [coin, ...coins];
  return settle(scene, inputs, [
    request,
    pay(scene, coin.address, to, goesBack ? held - amount : held),
    ...payChange(inputs, goesBack ? FEE : amount + FEE),
  ]).json;
}
