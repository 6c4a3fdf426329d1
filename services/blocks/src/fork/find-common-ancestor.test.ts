import { findCommonAncestor, type HashAt } from './find-common-ancestor.ts';

function chain(forkHeight: number, tip: number, branch: string): HashAt {
  return async (height) => (height > tip ? null : height <= forkHeight ? `main${height}` : `${branch}${height}`);
}

test.each([0, 1, 2, 5, 63, 64, 98, 99])('two branches that part after block %d', async (fork) => {
  const found = await findCommonAncestor(chain(fork, 100, 'a'), chain(fork, 100, 'b'), 100);
  expect(found).toEqual({ height: fork, hash: `main${fork}` });
});

test('chains without a common block', async () => {
  expect(await findCommonAncestor(chain(-1, 9, 'a'), chain(-1, 9, 'b'), 9)).toBeNull();
});

test('a chain that ends below the other one', async () => {
  expect(await findCommonAncestor(chain(40, 100, 'a'), chain(40, 50, 'b'), 50)).toEqual({ height: 40, hash: 'main40' });
});

test('a deep fork of a long chain takes few questions', async () => {
  let questions = 0;
  const counted: HashAt = (height) => {
    questions += 1;
    return chain(3_000_000, 4_000_000, 'b')(height);
  };
  await findCommonAncestor(chain(3_000_000, 4_000_000, 'a'), counted, 4_000_000);
  expect(questions).toBeLessThan(50);
});
