import { readImports } from './read-imports.ts';

test('every form of import is read from the source', () => {
  const text = `
    import a from 'a'; import type { B } from 'b'; export * from 'c'; export { d } from 'd';
    const e = await import('e'); let f: import('f').F; // import 'not-this'
    const text = "import x from 'nor-this'";`;
  expect(readImports(text).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
