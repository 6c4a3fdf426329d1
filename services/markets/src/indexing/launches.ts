import type { Module, ModuleBatch } from '@ledgergraph/chain-kit/indexing/module';
import type { FlowTransfer } from '#/db/flow-tables.ts';
import {
  contributorTable,
  findContributors,
  findGathered,
  findKnownLaunches,
  gatheredTable,
  launchTable,
  placeKey,
  statusTable,
  totalTable,
} from '#/db/launch-tables.ts';
import { exportOf, type FlowRows, importOf } from './flow-rows.ts';
import { flows } from './flows.ts';
import { LaunchBatch, type LaunchEvent, type LaunchRows } from './launch-batch.ts';
import { type LaunchBlock, readLaunches } from './read-launches.ts';

export const launches: Module<LaunchRows, LaunchBlock, [FlowRows]> = {
  tables: {
    launches: launchTable,
    statuses: statusTable,
    totals: totalTable,
    contributors: contributorTable,
    gathered: gatheredTable,
  },
  needs: [flows],
  read: readLaunches,
  prepare: prepareLaunches,
};

async function prepareLaunches(batch: ModuleBatch<LaunchBlock, [FlowRows]>): Promise<LaunchRows> {
  const { db, chain, blocks, needed } = batch;
  const events = listEvents(blocks, needed[0]);
  const ids = [...new Set(events.map(({ currencyId }) => currencyId))];
  const made = events.flatMap((event) => (event.type === 'MADE' ? [event] : []));
  const settled = events.flatMap((event) => (event.type === 'SETTLED' ? [event.contribution] : []));
  const launchBatch = new LaunchBatch(
    await findKnownLaunches(db, chain, ids),
    await findContributors(
      db,
      chain,
      made.map(({ currencyId }) => currencyId),
      made.map(({ contribution }) => contribution.destination),
    ),
    await findGathered(db, chain, settled),
  );
  for (const event of events) launchBatch.apply(event);
  return launchBatch.rows();
}

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
    const { height, txIndex, vout, toId } = contribution;
    const at = { height, txIndex, vout, ordinal: 0 };
    events.push({ type: 'MADE', currencyId: toId ?? '', at, contribution });
  }
  for (const contribution of exported.filter(isContribution)) {
    const at = exportOf(contribution);
    if (at !== null) events.push({ type: 'GATHERED', currencyId: contribution.toId ?? '', at, contribution });
  }
  for (const contribution of settled.filter(isContribution)) {
    const at = importOf(contribution);
    if (at !== null) events.push({ type: 'SETTLED', currencyId: contribution.toId ?? '', at, contribution });
  }
}

/** A contribution of another chain belongs to a launch there. */
function isContribution({ vout, kind }: FlowTransfer): boolean {
  return vout >= 0 && kind === 'CONTRIBUTION';
}
