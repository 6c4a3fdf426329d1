import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readParties } from '@ledgergraph/graph-kit/transaction-parties';
import type { TransferRow } from '#/db/transfer-row.ts';
import { idsOf, write } from '#/kinds/sentence.ts';
import { summarize } from '#/kinds/summary.ts';
import type { SummaryFacts, SummaryTransfer } from '#/kinds/summary-facts.ts';
import type { Context } from './loaders.ts';
import { nameOf } from './name-of.ts';
import type { Reference } from './nodes.ts';

export type SummaryReference = Reference & {
  txid: string;
  parties: string;
};

export async function summaryOf(reference: SummaryReference, context: Context): Promise<string[]> {
  const view = await context.view(reference.chainId, { at: reference.at });
  const sentences = summarize(await findFacts(reference, view, context));
  const ids = idsOf(sentences);
  const found = await Promise.all(ids.map((id) => nameOf(view, id, context)));
  const names = new Map(ids.flatMap((id, index) => (found[index] == null ? [] : [[id, found[index]]])));
  return sentences.map((sentence) => write(sentence, names));
}

async function findFacts({ txid, ...reference }: SummaryReference, view: ChainView, context: Context) {
  const { loaders } = context;
  const { chainId, height } = view;
  const parties = readParties(reference.parties);
  const place = { chainId, txid, height: parties.height, txIndex: parties.index };
  const key = { chainId, txid, height };
  const [transaction, records, offers, transfers, imports, exports] = await Promise.all([
    loaders.transactionFacts.load(place),
    loaders.summaryRecords.load(place),
    loaders.offerSteps.load(place),
    loaders.transfersOf.load(key),
    loaders.importsOf.load(key),
    loaders.exportsOf.load(key),
  ]);
  const facts: SummaryFacts = {
    chainId,
    parties,
    transaction,
    ...records,
    offers,
    transfers: transfers.map(toTransfer),
    imports: imports.map(({ sourceSystemId, ...one }) => ({ ...one, systemId: sourceSystemId })),
    exports: exports.map(({ destinationSystemId, ...one }) => ({ ...one, systemId: destinationSystemId })),
  };
  return facts;
}

function toTransfer(row: TransferRow): SummaryTransfer {
  return { ...row, isRefunded: row.state === 'REFUNDED' };
}
