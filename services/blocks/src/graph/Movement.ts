import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readCounterparty, readFeePart } from '#/changes/read-parties.ts';
import type { AddressReference } from './Address.ts';
import { absent } from './get-transaction.ts';
import type { MovementFlows } from './load-movement-flows.ts';
import type { BlocksContext } from './loaders.ts';
import type { Reference } from './nodes.ts';

type MovementReference = Reference & { addresses: string[]; currencyId: string; txid: string };

interface MovementNode extends Omit<MovementReference, 'at'> {
  view: ChainView;
  transaction: MovementFlows;
}

/** Both fields follow from the key's reads: a promise for each would cost more. */
export const Movement = {
  __resolveReference: async (
    { chainId, addresses, currencyId, txid, at }: MovementReference,
    context: BlocksContext,
  ): Promise<MovementNode> => {
    const view = await context.view(chainId, { at });
    const transaction = await context.loaders.movementFlows.load({ chainId, txid });
    if (transaction === undefined || transaction.height > view.height) throw absent(txid);
    return { chainId, addresses, currencyId, txid, view, transaction };
  },

  at: ({ view }: MovementNode): number | null => view.at,

  fee: ({ chainId, addresses, currencyId, transaction: { fee, flows } }: MovementNode): bigint =>
    fee === null || currencyId !== chainId || flows === undefined ? 0n : readFeePart(flows, addresses, fee),

  counterparty: ({
    chainId,
    addresses,
    currencyId,
    view,
    transaction: { flows },
  }: MovementNode): AddressReference | null => {
    const other = flows === undefined ? null : readCounterparty(flows, addresses, currencyId);
    return other === null ? null : { chainId, address: other, at: view.at };
  },
};
