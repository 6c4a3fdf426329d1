import type { NetworkSync } from '#/stack/read-sync.ts';
import { describeProgress } from './wait-until-ready.ts';

const vrsctest: NetworkSync = { name: 'VRSCTEST', height: 4, nodeTip: 412, subgraphs: [], lastReorg: undefined };

test('a start that goes well reads so: what is ready comes before what is still starting', () => {
  expect(describeProgress(11, ['a', 'b', 'c', 'd'], [])).toBe('7 of 11 roles are ready');
  expect(describeProgress(11, ['accounts-api', 'gateway'], [])).toBe(
    '9 of 11 roles are ready, still starting: accounts-api, gateway',
  );
  expect(describeProgress(11, ['gateway'], [vrsctest])).toBe(
    'VRSCTEST 4 of 412 · 10 of 11 roles are ready, still starting: gateway',
  );
});
