import { findEnglishFaults } from '#/checks/check-english.ts';
import { writeTree } from '#/checks/fixture-tree.ts';
import { findDialect } from './find-dialect.ts';
import { findLongLines } from './find-long-lines.ts';

test.each([
  ['// The log tells why.', 'tells'],
  ['throw new Error(`a list that is none`)', 'is none'],
  ["test('a server says so', () => {});", 'says'],
  ['this.#toldAt = now;', 'told'],
  ['const SAID_AT = 1; // kept', 'SAID'],
  ['/** Nobody reads it anew. */', 'Nobody'],
  ['  /// It words the refusal.', 'words the'],
  ['  // What is left over.', '// What'],
  ['/** Of two, the later. */', '/** Of'],
  ['/** Whose pages may ask. */', '/** Whose'],
  ['/// Why it failed.', '/// Why'],
  ['// The keys of before are gone.', 'of before'],
  ['/** Parses a list likewise. */', 'likewise'],
  ['/** At most so many, newest first. */', 'so many'],
  ['// A supply that is otherwise than by the rules.', 'is otherwise'],
  ['/** Reads as many as there are. */', 'as many as there'],
  ['/** Undefined if there is none. */', 'there is none'],
  ['/** Whoever calls it pays. */', '/** Whoever'],
])('%s is a fault', (line, word) => {
  expect(findDialect(line).join()).toContain(`"${word}"`);
});

test.each([
  'const essay = 12; // two words of text',
  '// Is none of them left?',
  'for (const row of before) write(row);',
  '// A database has so many rows that a scan takes minutes.',
  '// As many as 18 digits.',
  "findAccount('nobody')",
  'import { cutTail, intellisense } from "x";',
])('%s is no fault', (line) => {
  expect(findDialect(line)).toEqual([]);
});

test('a long line of a page is a fault, in a table as well; code and the address of a link are not', () => {
  const long = 'a '.repeat(61);
  const link = `[text](https://example.org/${'a'.repeat(120)})`;
  expect(findLongLines(['short', long, '```', long, '```', link, `| ${long} |`].join('\n'))).toEqual([2, 7]);
});

test('every file and page is read, except what is generated', async () => {
  await using tree = await writeTree({
    'a/x.ts': '// It says why.',
    'b/page.md': 'a '.repeat(61),
    'a/generated/x.ts': '// It says why.',
  });
  expect(await findEnglishFaults(tree.root)).toEqual([
    expect.stringMatching(/^a\/x\.ts:1: instead of "says"/),
    expect.stringMatching(/^b\/page\.md:1: /),
  ]);
});
