import type { Method } from '../../method.ts';
import { coinSupply } from './coin-supply.ts';
import { PASSED_ON } from './passed.ts';
import { sendRawTransaction } from './send-raw-transaction.ts';
import { TIP_INFO } from './tip-info.ts';

export const NODE: readonly Method[] = [...TIP_INFO, coinSupply, sendRawTransaction, ...PASSED_ON];
