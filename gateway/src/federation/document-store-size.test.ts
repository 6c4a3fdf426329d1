import { parse } from 'graphql';
import { createDocumentStore } from './create-apollo-server.ts';

test('documents are kept up to a size of their texts, those used last', async () => {
  const store = createDocumentStore(20_000);
  for (let number = 0; number < 50; number += 1) {
    await store.set(`document ${number}`, parse(`query Number${number} { networks { name } }`));
    // Used all the time.
    expect(await store.get('document 0')).toBeDefined();
  }
  expect(store.bytes).toBeLessThanOrEqual(20_000);
  expect(store.bytes).toBeGreaterThan(10_000);
  expect(await store.get('document 1')).toBeUndefined();
  expect(await store.get('document 49')).toBeDefined();
});
