import { createSlug } from './create-slug.ts';

test.each([
  ['Acme', /^acme-[a-z0-9]{8}$/],
  ['  Ácme & Söhne GmbH ', /^acme-sohne-gmbh-[a-z0-9]{8}$/],
  ['日本', /^team-[a-z0-9]{8}$/],
  ['', /^team-[a-z0-9]{8}$/],
  ['a very long name that no one wants to type', /^a-very-long-name-that-n[a-z]?-[a-z0-9]{8}$/],
  ['twenty-three-letters--x y', /^twenty-three-letters-x-y-[a-z0-9]{8}$/],
])('%j becomes %p', (name, slug) => {
  expect(createSlug(name)).toMatch(slug);
});

test('two teams of one name have different slugs', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => createSlug('Acme'))).size).toBe(1_000);
});
