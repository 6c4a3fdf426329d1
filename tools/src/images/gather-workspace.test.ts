import { inRepository } from '@ledgergraph/local/repository';
import { listServedFiles } from './gather-workspace.ts';

test('the gateway’s image has the documentation that the gateway serves, and no other image has it', () => {
  const files = listServedFiles(inRepository(), 'gateway');
  expect(files).toEqual(expect.arrayContaining(['docs/live.md', 'docs/pending.md', 'docs/verus/fees.md']));
  expect(listServedFiles(inRepository(), 'services/accounts')).toEqual([]);
});
