import { testRules } from '@ledgergraph/test-kit/rules/test-rules';
import { FLOWS } from './verified/flow-set.ts';
import { LAUNCHES } from './verified/launch-set.ts';
import { OFFERS } from './verified/offer-rules.ts';
import { openVerified, VERIFIED } from './verified/open-verified.ts';
import { REGISTRATIONS } from './verified/registration-rules.ts';
import { SUPPLIES } from './verified/supply-rules.ts';

testRules({
  chains: VERIFIED,
  sets: [FLOWS, LAUNCHES, OFFERS, REGISTRATIONS, SUPPLIES],
  open: openVerified,
  close: ({ close }) => close(),
});
