import { existsSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { SERVED_PAGES } from '@ledgergraph/portal/docs/served-pages';
import { listServedFiles } from '@ledgergraph/tools/images/gather-workspaces';

test('an image with the portal has each page of the documentation that it serves, and no other image has one', () => {
  const served = SERVED_PAGES.map(({ file }) => `docs/${file}`).filter((file) => existsSync(inRepository(file)));
  expect(served.length).toBeGreaterThan(5);
  expect(listServedFiles(inRepository(), ['services/portal'])).toEqual(expect.arrayContaining(served));
  expect(listServedFiles(inRepository(), ['services/accounts', 'gateway'])).toEqual([]);
});
