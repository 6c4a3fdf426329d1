import { readFile } from 'node:fs/promises';
import { PUBLIC_CODES } from '@ledgergraph/gateway/errors/error-codes';
import { inRepository } from '@ledgergraph/local/repository';

test('the list of error codes names each code that can leave the gateway, and no other, with its HTTP status', async () => {
  const page = await readFile(inRepository('docs', 'internal-contracts.md'), 'utf8');
  const list = page.split('\n## Error codes\n')[1]?.split('\n## ')[0] ?? '';
  const entries = list
    .replaceAll(/\n {2,}/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('- `'));
  const heads = entries.map((entry) => /^- ((?:`[A-Z_]+`(?:, )?)+) \(\d{3}/.exec(entry)?.[1] ?? '');
  expect(heads).not.toContain('');
  const codes = heads.flatMap((head) => [...head.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code));
  expect(codes.toSorted()).toEqual([...PUBLIC_CODES].sort());
});
