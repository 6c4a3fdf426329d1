import { readFile } from 'node:fs/promises';
import { PUBLIC_CODES } from '@ledgergraph/gateway/errors/error-codes';
import { inRepository } from '@ledgergraph/local/repository';

test('the table of error codes names each code that can leave the gateway, and no other', async () => {
  const page = await readFile(inRepository('docs', 'internal-contracts.md'), 'utf8');
  const table = page.split('\n## Error codes\n')[1]?.split('\n## ')[0] ?? '';
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const codes = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code));
  expect(codes.toSorted()).toEqual([...PUBLIC_CODES].sort());
  expect(rows.filter((row) => !/\d{3}/.test(row.split('|')[3] ?? ''))).toEqual([]);
});
