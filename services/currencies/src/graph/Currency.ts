import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import {
  CURRENCY_OPTIONS,
  flagNames,
  NOTARIZATION_PROTOCOLS,
  nameOfNumber,
  PROOF_PROTOCOLS,
} from '@ledgergraph/verus-protocol/flags';
import { exactJson } from '@ledgergraph/verus-protocol/lossless-json';
import { withRoot } from '#/rules/full-name.ts';
import { type CurrencyObject, findCurrencyObject, getStateObject } from './currency-object.ts';
import { definitionJson } from './definition-json.ts';
import type { Context } from './loaders.ts';
import type { ReserveWeightObject } from './ReserveWeight.ts';

interface Reference {
  chainId: string;
  currencyId: string;
  at: number | null;
}

export const Currency = {
  async __resolveReference({ chainId, currencyId, at }: Reference, context: Context): Promise<CurrencyObject | null> {
    return findCurrencyObject(context, { view: await context.view(chainId, { at }), currencyId });
  },
  chainId: ({ view }: CurrencyObject) => view.chainId,
  at: ({ view }: CurrencyObject) => view.at,
  name: ({ row }: CurrencyObject) => row.definition.name,
  friendlyName: ({ row }: CurrencyObject) => row.fullyQualifiedName,
  fullyQualifiedName: ({ view, row }: CurrencyObject) => withRoot(row, view.network.rootName),
  kind: ({ row }: CurrencyObject) => row.kind,
  options: ({ row }: CurrencyObject) => row.definition.options,
  optionFlags: ({ row }: CurrencyObject) => flagNames(CURRENCY_OPTIONS, row.definition.options),
  systemId: ({ row }: CurrencyObject) => row.definition.systemId,
  launchSystemId: ({ row }: CurrencyObject) => row.definition.launchSystemId,
  parentId: ({ row }: CurrencyObject) => row.definition.parentId,
  parent: ({ view, row }: CurrencyObject, _args: unknown, context: Context) =>
    row.definition.parentId === null
      ? null
      : findCurrencyObject(context, { view, currencyId: row.definition.parentId }),
  // A currency has the i-address of its identity. The identities subgraph resolves whether that is on this chain.
  identity: ({ view, currencyId }: CurrencyObject) => ({
    chainId: view.chainId,
    identityAddress: currencyId,
    at: view.at,
  }),
  proofProtocol: ({ row }: CurrencyObject) => row.definition.proofProtocol,
  proofProtocolName: ({ row }: CurrencyObject) => nameOfNumber(PROOF_PROTOCOLS, row.definition.proofProtocol),
  notarizationProtocol: ({ row }: CurrencyObject) => row.definition.notarizationProtocol,
  notarizationProtocolName: ({ row }: CurrencyObject) =>
    nameOfNumber(NOTARIZATION_PROTOCOLS, row.definition.notarizationProtocol),
  startBlock: ({ row }: CurrencyObject) => row.definition.startBlock,
  endBlock: ({ row }: CurrencyObject) => row.definition.endBlock,
  launchState: async (currency: CurrencyObject, _args: unknown, context: Context) =>
    (await getStateObject(context, currency)).row.launchState,
  reserveCurrencies: ({ view, row }: CurrencyObject): ReserveWeightObject[] =>
    row.definition.reserveWeights.map((reserve) => ({ view, ...reserve })),
  initialSupply: ({ row }: CurrencyObject) => row.definition.initialSupply,
  preallocations: ({ row }: CurrencyObject) => row.definition.preallocations,
  idRegistrationFees: ({ row }: CurrencyObject) => row.definition.idRegistrationFees,
  idReferralLevels: ({ row }: CurrencyObject) => row.definition.idReferralLevels,
  currencyRegistrationFee: ({ row }: CurrencyObject) => row.definition.currencyRegistrationFee,
  definitionHeight: ({ row }: CurrencyObject) => row.height,
  definitionTxid: ({ row }: CurrencyObject) => row.txid,
  definition: ({ row }: CurrencyObject) => exactJson(row.payload),
  verusJson: (currency: CurrencyObject, _args: unknown, context: Context) => definitionJson(currency, context),
  async state({ view, currencyId }: CurrencyObject, { asOf }: { asOf?: AsOf | null }, context: Context) {
    return getStateObject(context, { view: await context.view(view.chainId, { asOf, at: view.at }), currencyId });
  },
};
