import type { Method } from '../../method.ts';
import { coinSupply } from './coin-supply.ts';
import { getBlockchainInfo } from './get-blockchain-info.ts';
import { getInfo } from './get-info.ts';
import { PASSED_ON } from './passed.ts';
import { sendRawTransaction } from './send-raw-transaction.ts';

export const NODE: readonly Method[] = [getInfo, getBlockchainInfo, coinSupply, sendRawTransaction, ...PASSED_ON];
