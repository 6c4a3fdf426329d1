import { LINK_RULES } from './link-rules.ts';
import { PAYOUT_RULES } from './payout-rules.ts';
import { testRules } from './test-rules.ts';
import { TRANSFER_RULES } from './transfer-rules.ts';

testRules([...LINK_RULES, ...TRANSFER_RULES, ...PAYOUT_RULES]);
