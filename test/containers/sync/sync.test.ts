import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { utxoHeightIn } from '@ledgergraph/test-kit/utxo-height';
import { compareAddresses, findFreeIdentities, NOT_INDEXED } from '../../e2e/agrees-with-node/addresses.ts';
import { compareIdentities } from '../../e2e/agrees-with-node/identities.ts';
import { type Ask, Differences, readAnswers, readBlocks } from '../../e2e/agrees-with-node/oracle.ts';
import { connect } from '../stack/client.ts';

const COINBASE_MATURITY = 100;
let stack: StackClient;
beforeAll(() => {
  stack = connect();
});

describe.each([{ recording: 'vrsctest-a', key: 'test' }] as const)(
  '$recording through a $key key',
  ({ recording, key }) => {
    test('containers follow it to its end, reorganisations included, and then agree with its node on every address and identity', async () => {
      const dir = recordingDir(recording);
      const { chainId, tipHeight, tipHash } = readMeta(dir);
      await stack.waitForTip(key, { height: tipHeight, hash: tipHash });
      const answers = readAnswers(dir);
      const ask: Ask = (document, variables) => stack.query(key, document, variables);
      const oracle = {
        chainId,
        tip: tipHeight,
        coinbaseMaturity: COINBASE_MATURITY,
        freeIdentities: findFreeIdentities(readBlocks(dir)),
        notIndexed: NOT_INDEXED[recording],
        utxoHeight: utxoHeightIn(dir),
      };
      const differences = new Differences();
      await compareAddresses(ask, answers, oracle, differences);
      await compareIdentities(ask, answers, differences);
      expect(differences.found).toEqual([]);
      expect(differences.compared).toBeGreaterThan(1_000);
    });
  },
);
