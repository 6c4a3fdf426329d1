import type { RangeName } from './judged-ranges.ts';

export const STATISTICS: Record<string, Record<string, RangeName>> = {
  'statistics.BlockTotal': {
    fees: 'amount',
    feePool: 'amount',
    reward: 'amount',
    transactions: 'chainSum',
    size: 'chainSum',
    height: 'height',
    minedBlocks: 'height',
    latestTime: 'uint32',
    chain: 'networks',
    minedWork: 'work',
    chainStake: 'work',
  },
  'statistics.IntervalStart': { start: 'intervalStart', firstHeight: 'height', chain: 'networks' },
  'statistics.Reward': {
    satoshis: 'amount',
    height: 'height',
    vout: 'position',
    chain: 'networks',
    position: 'branches',
  },
  'statistics.Stake': { satoshis: 'amount', height: 'height', ageBlocks: 'height', chain: 'networks' },
  'statistics.Notarization': {
    height: 'height',
    txIndex: 'position',
    vout: 'position',
    notarizedAt: 'height',
    chain: 'networks',
  },
  'statistics.Finalization': {
    height: 'height',
    txIndex: 'position',
    vout: 'position',
    targetVout: 'position',
    chain: 'networks',
  },
};
