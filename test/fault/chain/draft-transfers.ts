import { buildTransaction } from '@ledgergraph/chain-generator/transaction';
import { TRANSFER, type TransferRequest, threadOf, transferOutput } from '@ledgergraph/chain-generator/transfer';
import { namesIn, type Scene } from './draft-transactions.ts';
import { drawReceiver, fund, heldOf } from './fund.ts';
import type { TreeTransaction } from './tree-transaction.ts';

const TRANSFER_FEE = 20_000n;
const { VALID, CONVERT, TO_SOURCE, BURN_PRICE, CROSS_SYSTEM } = TRANSFER;

/** undefined while no owner can pay, or the gateway's currency is not there. */
export function drawTransfer(
  scene: Scene,
  { basketId, gatewayId }: { basketId: string; gatewayId: string },
): TreeTransaction | undefined {
  const { random, chainId, ledger } = scene;
  const base = { feeCurrencyId: chainId, fee: TRANSFER_FEE, destination: drawReceiver(scene) };
  const native = BigInt(random.integer(1, 100_000_000));
  const leaving = { ...base, kind: 'SEND', flags: VALID | CROSS_SYSTEM, toId: gatewayId, exportTo: gatewayId } as const;
  const kind = random.fraction();
  const units = drawHeld(scene, basketId);
  const foreign = drawHeld(scene, gatewayId);
  if (kind < 0.4 && ledger.basket?.isRunning === true) {
    return request(scene, {
      ...base,
      kind: 'BUY',
      flags: VALID | CONVERT,
      fromId: chainId,
      amount: native,
      toId: basketId,
    });
  }
  if (kind < 0.6 && units > 0n) {
    const flags = VALID | CONVERT | TO_SOURCE;
    return request(scene, { ...base, kind: 'SELL', flags, fromId: basketId, amount: units, toId: chainId });
  }
  if (kind < 0.65 && units > 0n) {
    return request(scene, {
      ...base,
      kind: 'BURN',
      flags: VALID | BURN_PRICE,
      fromId: basketId,
      amount: units,
      toId: basketId,
    });
  }
  if (!ledger.currencies.has(gatewayId)) return undefined;
  if (kind < 0.8 && foreign > 0n) return request(scene, { ...leaving, fromId: gatewayId, amount: foreign });
  return request(scene, { ...leaving, fromId: chainId, amount: native });
}

/** 0 if no coin has enough. */
function drawHeld({ random, ledger, height }: Scene, currencyId: string): bigint {
  const coins = ledger.spendable(height).filter((coin) => heldOf(coin, currencyId) > 1_000n);
  return coins.length === 0 ? 0n : heldOf(random.pick(coins), currencyId) / 2n;
}

function request(scene: Scene, asked: TransferRequest): TreeTransaction | undefined {
  const { chainId } = scene;
  const isNative = asked.fromId === chainId;
  const funds = fund(
    scene,
    asked.fee + (isNative ? asked.amount : 0n),
    isNative ? undefined : { currencyId: asked.fromId, amount: asked.amount },
  );
  if (funds === undefined) return undefined;
  const output = transferOutput(namesIn(scene), asked);
  const built = buildTransaction({ inputs: funds.coins, outputs: [output, ...funds.change] });
  return { ...built, flow: { needs: threadOf(asked), requests: [asked] } };
}
