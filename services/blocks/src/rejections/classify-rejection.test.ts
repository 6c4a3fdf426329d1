import { readFileSync } from 'node:fs';
import path from 'node:path';
import { classifyRejection } from './classify-rejection.ts';
import { REJECTIONS } from './rejections.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../../../docs/verus/sending.md'), 'utf8');

/** Every entry below the heading must have this form. */
function readList(heading: string, form: RegExp): RegExpExecArray[] {
  const section = PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const entries = section
    .replaceAll('\n  ', ' ')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  const read = entries.map((entry) => form.exec(entry)).filter((found) => found !== null);
  expect(read).toHaveLength(entries.length);
  return read;
}

test('the page lists every typed code with its meaning and whether repeating can help', () => {
  const entries = readList('Typed codes', /^- `([A-Z_]+)` \(repeat: (yes|no)\): (.+)\. Remedy: (.+)$/);
  const rows = entries.map(([, code, retry, meaning, remedy]) => [
    code,
    { meaning, canRetry: retry === 'yes', remedy },
  ]);
  expect(Object.fromEntries(rows)).toEqual(REJECTIONS);
});

test('each refusal on the page has the typed code that the page lists', () => {
  const entries = readList('Refusals', /^- `(-\d+)` (?:`([^`]+)`|without a reason), `([A-Z_]+)`(?:: |$)/);
  expect(entries.length).toBeGreaterThan(40);
  for (const [, code, message = '', typed] of entries) {
    expect([message, classifyRejection(Number(code), message).code]).toEqual([message, typed]);
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
  // Members of every object are no reasons.
  expect(classifyRejection(-26, 'constructor')).toEqual({ code: 'OTHER', reason: 'constructor' });
});
