import { whole } from '@ledgergraph/chain-generator/amounts';
import { NO_HASH } from '@ledgergraph/chain-generator/currency';
import {
  EXPORT,
  exportOutput,
  hashTransfers,
  IMPORT,
  importOutput,
  repeatTransfers,
  sumTransfers,
} from '@ledgergraph/chain-generator/exports';
import { COIN } from '@ledgergraph/chain-generator/formulas';
import { type Draft, holdDeposit, pay, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import { buildTransaction } from '@ledgergraph/chain-generator/transaction';
import { printTransfer, TRANSFER, type TransferRequest } from '@ledgergraph/chain-generator/transfer';
import { currencyDefinition } from '@ledgergraph/generators/chain-parts/currency-definition';
import { plainCurrency } from '@ledgergraph/generators/flow-chain/flow-currency';
import { notarize, PRELAUNCH_FLAGS } from './draft-basket.ts';
import { drawIdentity, namesIn, type Scene } from './draft-transactions.ts';
import { drawReceiver, fund } from './fund.ts';
import type { TreeTransaction } from './tree-transaction.ts';

const GATEWAY_OPTIONS = 0x80 | 0x20;
const EXPORTED_MAX = 5;

/** undefined while no owner can pay for it. */
export function defineGateway(
  scene: Scene,
  { currencyId, name }: { currencyId: string; name: string },
): TreeTransaction | undefined {
  const funds = fund(scene, 0n);
  if (funds === undefined) return undefined;
  const record = { currencyId, name, supply: 0n };
  const { identity, outputs } = drawIdentity(scene, name);
  const definition = { ...currencyDefinition(scene.chainId, record, scene.height), options: whole(GATEWAY_OPTIONS) };
  const currency = plainCurrency(currencyId, name);
  // A definition without a state beside it announces no launch.
  const state = notarize(scene, currency, { isdefinition: true, prelaunch: true }, PRELAUNCH_FLAGS.token);
  const built = buildTransaction({
    inputs: funds.coins,
    outputs: [...outputs, protocolOutput('currencydefinition', definition), state, ...funds.change],
  });
  const launch = { currencyId, status: 'PRELAUNCH' } as const;
  return { ...built, identities: [identity], currencies: [record], flow: { launch } };
}

/** Its own currency ceases to exist here; native coins are kept for it. */
export function exportToGateway(scene: Scene, gatewayId: string): TreeTransaction | undefined {
  const { ledger, chainId, height } = scene;
  const transfers = [...ledger.waiting.values()].filter(({ coin }) => coin.about === gatewayId).slice(0, EXPORTED_MAX);
  if (transfers.length === 0) return undefined;
  const { totals, fees } = sumTransfers(transfers.map(({ request }) => request));
  const own = totals.get(gatewayId) ?? 0n;
  const exported = exportOutput(chainId, {
    flags: EXPORT.POST_LAUNCH,
    destinationSystemId: gatewayId,
    currencyId: gatewayId,
    totals,
    fees,
    firstInput: 0,
    fromHeight: 0,
    toHeight: height - 1,
    count: transfers.length,
    rewardAddress: drawReceiver(scene),
    hash: hashTransfers(transfers.map(({ coin }) => coin)),
    burned: new Map(own === 0n ? [] : [[gatewayId, own]]),
  });
  const built = buildTransaction({
    inputs: transfers.map(({ coin }) => coin),
    // The fee of every transfer, at least, is in native coins.
    outputs: [lock(scene, gatewayId, totals.get(chainId) ?? 0n), exported],
  });
  const supply = own === 0n ? [] : [{ currencyId: gatewayId, kind: 'EXPORT', amount: -own }];
  return { ...built, flow: { needs: gatewayId, exported: { systemId: gatewayId, transfers, totals }, supply } };
}

export function importFromGateway(scene: Scene, gatewayId: string): TreeTransaction | undefined {
  const { random, ledger, chainId } = scene;
  const funds = fund(scene, 0n);
  if (funds === undefined) return undefined;
  const destination = drawReceiver(scene);
  const amount = BigInt(random.integer(1, 1_000)) * (COIN / 100n);
  const deposits = ledger.coinsOf('deposit', gatewayId);
  const kept = deposits.reduce((sum, { satoshis }) => sum + satoshis, 0n);
  const amounts = new Map([[gatewayId, amount]]);
  if (kept > 1n) amounts.set(chainId, kept / 2n);
  const requests = Array.from(amounts, ([fromId, given]): TransferRequest => {
    const flags = TRANSFER.VALID | TRANSFER.CROSS_SYSTEM;
    const fee = { feeCurrencyId: chainId, fee: 0n };
    return { kind: 'SEND', flags, fromId, amount: given, toId: fromId, ...fee, destination, exportTo: chainId };
  });
  const names = namesIn(scene);
  const draft = { sourceSystemId: gatewayId, sourceHeight: 1, valueIn: amounts, hash: NO_HASH };
  const exported = { txid: Buffer.from(random.bytes(32)).toString('hex'), vout: 0 };
  const print = (currencyId: string, more: number): Draft =>
    importOutput({ ...draft, exported }, { currencyId, flags: IMPORT.POST_LAUNCH | more, outputs: amounts.size });
  const built = buildTransaction({
    inputs: [...funds.coins, ...deposits],
    outputs: [
      print(chainId, 0),
      print(gatewayId, IMPORT.SOURCE_SYSTEM),
      repeatTransfers(requests.map(printTransfer)),
      ...Array.from(amounts, ([id, given]) => pay(names, destination, id, given)),
      ...(kept > 1n ? [lock(scene, gatewayId, kept - kept / 2n)] : kept === 1n ? [lock(scene, gatewayId, kept)] : []),
      ...funds.change,
    ],
  });
  return { ...built, flow: { needs: gatewayId, supply: [{ currencyId: gatewayId, kind: 'IMPORT', amount }] } };
}

function lock(scene: Scene, gatewayId: string, satoshis: bigint): Draft {
  return holdDeposit(namesIn(scene), gatewayId, new Map([[scene.chainId, satoshis]]));
}
