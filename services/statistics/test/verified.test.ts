import { testRules } from '@ledgergraph/test-kit/rules/test-rules';
import { NOTARIZATIONS } from './verified/notarization-rules.ts';
import { openVerified, VERIFIED } from './verified/open-verified.ts';
import { PRODUCERS } from './verified/producer-rules.ts';

testRules({
  chains: VERIFIED,
  sets: [NOTARIZATIONS, PRODUCERS],
  open: openVerified,
  close: ({ service }) => service.close(),
});
