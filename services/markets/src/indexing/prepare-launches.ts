import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { findContributors, findGathered, findKnownLaunches, type LaunchRows, placeKey } from '#/db/launch-rows.ts';
import type { FlowRows, FlowTransfer } from '#/flows/flow-rows.ts';
import { LaunchBatch, type LaunchEvent } from './launch-batch.ts';
import type { LaunchBlock } from './read-launches.ts';

/**
 * Computes the rows of launches that consecutive blocks add.
 * @param flows of the same blocks
 */
export async function prepareLaunches(
  db: SqlExecutor,
  chainId: string,
  blocks: readonly LaunchBlock[],
  flows: FlowRows,
): Promise<LaunchRows> {
  const events = listEvents(blocks, flows);
  if (events.length === 0) return new LaunchBatch(new Map(), new Set(), new Map()).rows();
  const ids = [...new Set(events.map(({ currencyId }) => currencyId))];
  const made = events.flatMap((event) => (event.type === 'MADE' ? [event] : []));
  const settled = events.flatMap((event) => (event.type === 'SETTLED' ? [event.contribution] : []));
  const [known, contributors, gathered] = [
    await findKnownLaunches(db, chainId, ids),
    await findContributors(
      db,
      chainId,
      made.map(({ currencyId }) => currencyId),
      made.map(({ contribution }) => contribution.transfer.destination),
    ),
    await findGathered(db, chainId, settled),
  ];
  const batch = new LaunchBatch(known, contributors, gathered);
  for (const event of events) batch.apply(event);
  return batch.rows();
}

/** All that happens to launches, in the order of the chain. */
function listEvents(blocks: readonly LaunchBlock[], flows: FlowRows): LaunchEvent[] {
  const events: LaunchEvent[] = [];
  for (const { height, launches, states } of blocks) {
    for (const launch of launches) {
      const { txIndex, vout, currencyId } = launch;
      events.push({ type: 'ANNOUNCED', currencyId, at: { height, txIndex, vout, ordinal: -1 }, terms: launch });
    }
    for (const { currencyId, txIndex, vout, flags, prices } of states) {
      events.push({ type: 'STATE', currencyId, at: { height, txIndex, vout, ordinal: 0 }, flags, prices });
    }
  }
  for (const { currencyId, height, txIndex, vout, flags, reserves } of flows.states) {
    const prices = new Map(reserves.map((reserve) => [reserve.currencyId, reserve.lastConversionPrice]));
    events.push({ type: 'STATE', currencyId, at: { height, txIndex, vout, ordinal: 0 }, flags, prices });
  }
  addContributions(events, flows);
  const imports = new Map(flows.imports.map((one) => [placeKey(one), one.currencyId]));
  for (const { role, height, txIndex, importVout, vout, currencyId: reserveId, amount } of flows.payouts) {
    const currencyId = imports.get(placeKey({ height, txIndex, vout: importVout }));
    if (role !== 'CARVE_OUT' || currencyId === undefined) continue;
    events.push({ type: 'CARVE_OUT', currencyId, at: { height, txIndex, vout, ordinal: 0 }, reserveId, amount });
  }
  return events.sort(
    (a, b) =>
      a.at.height - b.at.height || a.at.txIndex - b.at.txIndex || a.at.vout - b.at.vout || a.at.ordinal - b.at.ordinal,
  );
}

function addContributions(events: LaunchEvent[], { transfers, exported, settled }: FlowRows): void {
  for (const contribution of transfers.filter(isContribution)) {
    const { height, txIndex, vout, transfer } = contribution;
    const at = { height, txIndex, vout, ordinal: 0 };
    events.push({ type: 'MADE', currencyId: transfer.toId ?? '', at, contribution });
  }
  for (const contribution of [...transfers, ...exported].filter(isContribution)) {
    const at = contribution.exported;
    if (at !== null) events.push({ type: 'GATHERED', currencyId: contribution.transfer.toId ?? '', at, contribution });
  }
  for (const contribution of [...transfers, ...settled].filter(isContribution)) {
    const at = contribution.settled;
    if (at === null) continue;
    const { outcome } = at;
    events.push({ type: 'SETTLED', currencyId: contribution.transfer.toId ?? '', at, contribution, outcome });
  }
}

/** A contribution of another chain is one of the launch there. */
function isContribution({ vout, transfer }: FlowTransfer): boolean {
  return vout >= 0 && transfer.kind === 'CONTRIBUTION';
}
