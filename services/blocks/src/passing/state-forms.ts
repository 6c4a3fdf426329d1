import { type Form, isText, NO_RANGE, type Params, readRange } from './form.ts';
import { hideAddress, hideInfo, hideNetwork } from './hide.ts';

const TREES_MAX = 100;

export const STATE_FORMS = {
  coinsupply: {
    usage: 'coinsupply ( "height" )',
    min: 0,
    max: 1,
    isHeavy: true,
    refuse: ([height]) =>
      height === undefined || (isText(height) && /^\d{1,9}$/.test(height)) ? undefined : 'a height is digits, as text',
  },
  estimatefee: { usage: 'estimatefee nblocks', min: 1, max: 1 },
  getblockchaininfo: { usage: 'getblockchaininfo', min: 0, max: 0 },
  getblocksubsidy: { usage: 'getblocksubsidy ( height )', min: 0, max: 1 },
  getdifficulty: { usage: 'getdifficulty', min: 0, max: 0 },
  getinfo: { usage: 'getinfo', min: 0, max: 0, clean: hideInfo },
  getmempoolinfo: { usage: 'getmempoolinfo', min: 0, max: 0 },
  getnetworkinfo: { usage: 'getnetworkinfo', min: 0, max: 0, clean: hideNetwork },
  // A second parameter makes it print whole transactions.
  getrawmempool: { usage: 'getrawmempool ( verbose )', min: 0, max: 1 },
  getsaplingtree: { usage: 'getsaplingtree ( "n" or "m,n" or "m,n,step" )', min: 0, max: 1, refuse: refuseTrees },
  gettxoutsetinfo: { usage: 'gettxoutsetinfo', min: 0, max: 0, isHeavy: true },
  validateaddress: { usage: 'validateaddress "address"', min: 1, max: 1, clean: hideAddress },
} satisfies Record<string, Form>;

function refuseTrees([range]: Params, tipHeight: number): string | undefined {
  if (!isText(range)) return undefined;
  const heights = readRange(range);
  if (heights === undefined) return NO_RANGE;
  const { start, last, step = last } = heights;
  const end = Math.min(last, tipHeight);
  const trees = Math.floor((end - start) / Math.max(step, 1)) + 1;
  return trees > TREES_MAX ? `a range of at most ${TREES_MAX} trees is passed on` : undefined;
}
