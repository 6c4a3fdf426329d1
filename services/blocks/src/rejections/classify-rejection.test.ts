import { readFileSync } from 'node:fs';
import path from 'node:path';
import { classifyRejection } from './classify-rejection.ts';
import { REJECTIONS } from './rejections.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../../../docs/verus/sending.md'), 'utf8');

/** Rows of the table below a heading, each a list of its cells. */
function readTable(heading: string): string[][] {
  const section = PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `') || line.startsWith('| -'));
  return rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim()));
}

test('the page lists every typed code with its meaning and whether repeating can help', () => {
  const rows = readTable('Typed codes').map(([code = '', meaning, retry, remedy]) => [
    code.replaceAll('`', ''),
    { meaning, canRetry: retry === 'yes', remedy },
  ]);
  expect(Object.fromEntries(rows)).toEqual(REJECTIONS);
});

test('each refusal on the page has the typed code that the page lists', () => {
  const rows = readTable('Refusals');
  expect(rows.length).toBeGreaterThan(40);
  for (const [code = '', words = '', , typed = ''] of rows) {
    const message = words === 'none' ? '' : words.replaceAll('`', '');
    expect([words, classifyRejection(Number(code.replaceAll('`', '')), message).code]).toEqual([
      words,
      typed.replaceAll('`', ''),
    ]);
  }
});

test('words of the node reach a client only if they are one plain token', () => {
  expect(classifyRejection(-26, '16: bad-txns-something-new')).toEqual({
    code: 'OTHER',
    reason: 'bad-txns-something-new',
  });
  expect(classifyRejection(-26, 'x-new (at 10.0.0.7:27486)')).toEqual({ code: 'OTHER', reason: 'x-new' });
  for (const message of [
    '10.0.0.7 refused',
    'failed at /home/verus/.komodo/VRSC',
    '/home/verus/.komodo',
    'node.internal',
    'cannot open wallet',
    `16: ${'a'.repeat(65)}`,
    'constructor()',
  ]) {
    expect(classifyRejection(-26, message)).toEqual({ code: 'OTHER' });
  }
  // Names of what every object has are no reasons.
  expect(classifyRejection(-26, 'constructor')).toEqual({ code: 'OTHER', reason: 'constructor' });
});
