import { findLengthFaults } from '#/checks/check-lengths.ts';
import { writeTree } from '#/checks/fixture-tree.ts';
import { findLongFunctions } from './find-long-functions.ts';

const lines = (count: number) => 'step();\n'.repeat(count);
const functionOf = (count: number) => `function run() {\n${lines(count)}}\n`;

test.each([
  ['a declaration', 'function run() {\n', '}'],
  ['an expression', 'const run = function () {\n', '};'],
  ['an arrow function', 'const run = async () => {\n', '};'],
  ['a method', 'class A { run() {\n', '} }'],
  ['a private method', 'class A { #run() {\n', '} }'],
  ['a constructor', 'class A { constructor() {\n', '} }'],
  ['a getter', 'class A { get run() {\n', '} }'],
  ['a method of an object', 'const a = { run() {\n', '} };'],
  ['a getter of an object', 'const a = { get run() {\n', '} };'],
  ['a setter of an object', 'const a = { set run(to) {\n', '} };'],
  ['a function in another', 'function outer() { return () => {\n', '}; }'],
])('the lines of %s count', (_, head, foot) => {
  expect(findLongFunctions(head + lines(4) + foot, 3)).toContainEqual({ line: 1, lines: 4 });
  expect(findLongFunctions(head + lines(3) + foot, 3)).toEqual([]);
});

test('lines of a template, of a comment and of markup count as those of statements', () => {
  const fault = [{ line: 1, lines: 4 }];
  expect(findLongFunctions('function run() {\nreturn `\n\n`;\n}', 3)).toEqual([]);
  expect(findLongFunctions('function run() {\nreturn `\n\n\n`;\n}', 3)).toEqual(fault);
  expect(findLongFunctions('function run() {\n/* a\n\nb\n*/\n}', 3)).toEqual(fault);
  expect(findLongFunctions('const run = () => <p>\na\nb\n</p>;', 3, { tsx: true })).toEqual(fault);
});

test('a place is right behind other texts, a first line for a shell, comments and letters of several bytes', () => {
  findLongFunctions('// “before”\n', 3);
  const text = `#!/usr/bin/env node\n// “quoted”\nconst a = '→';\n${functionOf(4)}`;
  expect(findLongFunctions(text, 3)).toEqual([{ line: 4, lines: 4 }]);
});

test('a function of more than 60 lines is a fault, in helpers of tests as well; a test is as long as it is', async () => {
  await using tree = await writeTree({
    'src/a.ts': functionOf(60),
    'src/a.test.ts': functionOf(61),
    'src/b.tsx': functionOf(61),
    'src/generated/c.ts': functionOf(61),
    'test/helper.ts': functionOf(61),
  });
  expect(await findLengthFaults(tree.root, [])).toEqual([
    'src/b.tsx:1: a function of 61 lines',
    'test/helper.ts:1: a function of 61 lines',
  ]);
  expect(await findLengthFaults(tree.root, ['src/b.tsx', 'src/a.ts'])).toEqual([
    'test/helper.ts:1: a function of 61 lines',
    'src/a.ts: without a long function; take it off the list',
  ]);
});
