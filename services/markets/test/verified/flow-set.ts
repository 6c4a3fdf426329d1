import { ruleSet } from '@ledgergraph/test-kit/rules/test-rules';
import { CROSSING_RULES } from './crossing-rules.ts';
import type { FlowFacts } from './flow-facts.ts';
import { LINK_RULES } from './link-rules.ts';
import type { Verified, VerifiedName } from './open-verified.ts';
import { PAYOUT_RULES } from './payout-rules.ts';
import { STATE_RULES } from './state-rules.ts';
import { TRADE_RULES } from './trade-rules.ts';
import { TRANSFER_RULES } from './transfer-rules.ts';

// See verus-defi.md 1 to 4.

export const FLOWS = ruleSet<VerifiedName, Verified, FlowFacts>({
  subject: 'value flows',
  chains: ['vrsctest-a', 'pchain-a', 'mempool-a', 'launcher', 'launched'],
  rules: [
    ...[...LINK_RULES, ...TRANSFER_RULES, ...PAYOUT_RULES],
    ...[...STATE_RULES, ...TRADE_RULES, ...CROSSING_RULES],
  ],
  read: ({ flows }) => flows,
});
