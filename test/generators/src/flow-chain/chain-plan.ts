import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import { IMPORT } from '@ledgergraph/chain-generator/exports';
import { COIN } from '@ledgergraph/chain-generator/formulas';
import { identityState } from '@ledgergraph/chain-generator/identity';
import { holdDeposit, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import { coinAt } from '@ledgergraph/chain-generator/transaction';
import { transferOutput } from '@ledgergraph/chain-generator/transfer';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { MadeExport } from './exports.ts';
import { type FlowCurrency, plainCurrency } from './flow-currency.ts';
import { noteState } from './imports.ts';
import { contributionOf, definitionThreads, openEntry } from './launches.ts';
import { NAME_PRICE } from './registrations.ts';
import { awaitExport } from './transfers.ts';
import type { FlowIdentity, World } from './world.ts';

/** Half prices, in native coin of the launching chain. */
const HALF_CHAIN_FEE = 5_000n * COIN;
const HALF_CONVERTER_FEE = 100n * COIN;
const HALF_FEE = HALF_CHAIN_FEE + HALF_CONVERTER_FEE;
const CHAIN_OPTIONS = 264;
const CONVERTER_OPTIONS = 545;
export const CONTRIBUTION = 25_006n * COIN + 25_156_289n;
export const ISSUANCE = 50_000n * COIN;
export const CONVERTER_SUPPLY = 100_000n * COIN;
const LAUNCH_BLOCKS = 20;
export const SHARES = 12n;
export const SHARE = 3_000n * COIN;
const CONVERTER = 'Bridge';

export interface ChainLaunch {
  chain: FlowCurrency;
  converter: FlowCurrency;
  definition: string;
  startBlock: number;
  exports: MadeExport[];
  cleared?: MadeExport;
}

export function planChain(
  launcher: World,
  chainId: string,
  name: string,
  converterId: string,
): Pick<ChainLaunch, 'chain' | 'converter'> {
  const reserve = { weight: COIN / 2n, reserves: 0n, last: COIN / 2n, via: COIN / 2n };
  return {
    chain: {
      ...plainCurrency(chainId, name),
      registrationFee: NAME_PRICE,
      launchPrices: new Map([[launcher.chainId, COIN]]),
      supply: SHARES * SHARE + ISSUANCE,
    },
    converter: {
      ...plainCurrency(converterId, CONVERTER),
      registrationFee: NAME_PRICE,
      isBasket: true,
      initialSupply: CONVERTER_SUPPLY,
      supply: CONVERTER_SUPPLY,
      reserves: [launcher.chainId, chainId].map((currencyId) => ({ ...reserve, currencyId })),
    },
  };
}

/** Both in one transaction; undefined while no user can pay. */
export function defineChain(
  world: World,
  identity: FlowIdentity,
  plan: Pick<ChainLaunch, 'chain' | 'converter'>,
): ChainLaunch | undefined {
  const { chain, converter } = plan;
  const funds = world.fund(new Map([[world.chainId, HALF_FEE + CONTRIBUTION + 20_000n]]), HALF_FEE);
  if (funds === undefined) return undefined;
  identity.hasCurrency = true;
  const startBlock = world.height + LAUNCH_BLOCKS;
  const contribution = contributionOf(world, converter.currencyId, {
    fromId: world.chainId,
    amount: CONTRIBUTION,
    destination: chain.currencyId,
  });
  const systemId = chain.currencyId;
  const transaction = world.settle(
    [identity.coin, ...funds.inputs],
    [
      identityState({ ...identity.payload, flags: whole(1) }),
      protocolOutput('currencydefinition', defineNative(world, chain, startBlock)),
      ...definitionThreads(world, chain, { systemId, flags: IMPORT.DEFINITION, vout: 4, halfFee: HALF_CHAIN_FEE }),
      protocolOutput('currencydefinition', defineConverter(world, plan, startBlock)),
      ...definitionThreads(world, converter, {
        systemId,
        flags: IMPORT.DEFINITION,
        vout: 8,
        halfFee: HALF_CONVERTER_FEE,
      }),
      transferOutput(world, contribution),
      holdDeposit(world, chain.currencyId, new Map([[world.chainId, HALF_FEE]])),
      ...funds.change,
    ],
  );
  identity.coin = coinAt(transaction, 0);
  for (const [index, { currencyId }] of [chain, converter].entries()) {
    world.setThread('state', currencyId, coinAt(transaction, 3 + 4 * index));
    world.setThread('export', currencyId, coinAt(transaction, 4 + 4 * index));
    noteState(
      world,
      index === 0 ? chain : converter,
      { txid: transaction.txid, vout: 3 + 4 * index, height: world.height },
      2 + index,
    );
    world.ledger.launches.push(
      openEntry(world, { currency: index === 0 ? chain : converter, preallocations: [] }, startBlock),
    );
  }
  world.addDeposit(chain.currencyId, coinAt(transaction, 10));
  const senders = [...new Set([identity.identityAddress, ...funds.inputs.map(({ address }) => address)])];
  awaitExport(world, contribution, { systemId: chain.currencyId, coin: coinAt(transaction, 9), senders });
  return { ...plan, definition: transaction.txid, startBlock, exports: [] };
}

function defineAny(
  currency: FlowCurrency,
  facts: { options: number; parent: string; chainId: string; launcherId: string; startBlock: number },
): JsonObject {
  return {
    version: whole(1),
    options: whole(facts.options),
    name: currency.name,
    currencyid: currency.currencyId,
    parent: facts.parent,
    systemid: facts.chainId,
    notarizationprotocol: whole(1),
    proofprotocol: whole(1),
    launchsystemid: facts.launcherId,
    startblock: whole(facts.startBlock),
    endblock: whole(0),
  };
}

export function defineNative(world: World, chain: FlowCurrency, startBlock: number): JsonObject {
  const { chainId } = world;
  return {
    ...defineAny(chain, {
      options: CHAIN_OPTIONS,
      parent: chainId,
      chainId: chain.currencyId,
      launcherId: chainId,
      startBlock,
    }),
    currencies: [chainId],
    conversions: [decimal(COIN)],
    preallocations: [],
    gatewayconverterissuance: decimal(ISSUANCE),
    idregistrationfees: decimal(NAME_PRICE),
    idreferrallevels: whole(3),
    idimportfees: decimal(2_000_000n),
    blocktime: whole(60),
    notarizationperiod: whole(10),
    gatewayconvertername: CONVERTER,
  };
}

export function defineConverter(
  world: World,
  { chain, converter }: Pick<ChainLaunch, 'chain' | 'converter'>,
  startBlock: number,
): JsonObject {
  const { chainId } = world;
  const facts = {
    options: CONVERTER_OPTIONS,
    parent: chain.currencyId,
    chainId: chain.currencyId,
    launcherId: chainId,
    startBlock,
  };
  return {
    ...defineAny(converter, facts),
    currencies: [chainId, chain.currencyId],
    weights: [decimal(COIN / 2n), decimal(COIN / 2n)],
    conversions: [decimal(0n), decimal(0n)],
    initialsupply: decimal(CONVERTER_SUPPLY),
    prelaunchcarveout: decimal(0n),
    gateway: chain.currencyId,
    initialcontributions: [decimal(CONTRIBUTION), decimal(0n)],
    gatewayconverterissuance: decimal(ISSUANCE),
    idregistrationfees: decimal(NAME_PRICE),
    idreferrallevels: whole(3),
    idimportfees: decimal(2_000_000n),
  };
}
