import type { Method } from '../../method.ts';
import { getAddressBalance } from './get-address-balance.ts';
import { getAddressDeltas } from './get-address-deltas.ts';
import { getAddressTxids } from './get-address-txids.ts';
import { getAddressUtxos } from './get-address-utxos.ts';

export const ADDRESSES: readonly Method[] = [getAddressBalance, getAddressUtxos, getAddressDeltas, getAddressTxids];
