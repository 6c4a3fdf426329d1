import { CROSSING_RULES } from './crossing-rules.ts';
import { LINK_RULES } from './link-rules.ts';
import { PAYOUT_RULES } from './payout-rules.ts';
import { STATE_RULES } from './state-rules.ts';
import { testRules } from './test-rules.ts';
import { TRADE_RULES } from './trade-rules.ts';
import { TRANSFER_RULES } from './transfer-rules.ts';

testRules([
  ...[...LINK_RULES, ...TRANSFER_RULES, ...PAYOUT_RULES],
  ...[...STATE_RULES, ...TRADE_RULES, ...CROSSING_RULES],
]);
