import { InFlightResponse, ResponseCache } from './response-cache.ts';

async function keep(cache: ResponseCache, key: string, body: string): Promise<void> {
  const inFlight = await cache.take(key, []);
  if (!(inFlight instanceof InFlightResponse)) throw new Error(`${key} is not new`);
  inFlight.keep(body, 'application/json');
}

test('the cache is bounded in bytes, keys and entries counted; the least recently used entry goes first', async () => {
  const cache = new ResponseCache({ bytesMax: 20_000 });
  for (let index = 0; index < 1_000; index++) {
    await keep(cache, `key ${index}`, 'x'.repeat(index));
    await cache.take('key 0', []);
  }
  const { bytes, entries } = cache.counts();
  expect(bytes).toBeLessThanOrEqual(20_000);
  expect(bytes).toBeGreaterThan(15_000);
  expect(entries).toBeGreaterThan(5);
  expect(await cache.take('key 0', [])).toMatchObject({ contentType: 'application/json' });
  expect(await cache.take('key 1', [])).toBeInstanceOf(InFlightResponse);
});

test('an answer that would push out many others is sent, not kept', async () => {
  const cache = new ResponseCache({ bytesMax: 20_000 });
  await keep(cache, 'small', 'x');
  await keep(cache, 'large', 'x'.repeat(10_000));
  expect(cache.counts().entries).toBe(1);
});

test('an answer is asked for again after a minute, for data that no block holds', async () => {
  let now = 1;
  const cache = new ResponseCache({ bytesMax: 20_000, now: () => now });
  await keep(cache, 'key', 'x');
  now += 59_999;
  expect(await cache.take('key', [])).not.toBeInstanceOf(InFlightResponse);
  now += 2;
  expect(await cache.take('key', [])).toBeInstanceOf(InFlightResponse);
});

test('equal requests share a flight; when it is dropped each goes on by itself, and the next starts a new one', async () => {
  const cache = new ResponseCache({ bytesMax: 20_000 });
  const first = (await cache.take('key', [])) as InFlightResponse;
  const others = [cache.take('key', []), cache.take('key', [])];
  first.drop();
  expect(await Promise.all(others)).toEqual([undefined, undefined]);
  expect(first.keep('late', 'text/plain')).toBeUndefined();

  const second = (await cache.take('key', [])) as InFlightResponse;
  const waiting = cache.take('key', []);
  const kept = second.keep('body', 'text/plain');
  second.drop();
  expect(await waiting).toBe(kept);
  expect(await cache.take('key', [])).toBe(kept);
  expect(cache.counts()).toMatchObject({ hits: 1, shared: 1, misses: 4, entries: 1 });
});

test('equal bytes have equal tags, others have others', async () => {
  const tagOf = async (body: string) => {
    const inFlight = (await new ResponseCache({ bytesMax: 20_000 }).take('key', [])) as InFlightResponse;
    return inFlight.keep(body, 'application/json')?.etag;
  };
  expect(await tagOf('one')).toBe(await tagOf('one'));
  expect(await tagOf('one')).not.toBe(await tagOf('two'));
  expect(await tagOf('one')).toMatch(/^"[\w-]{27}"$/);
});
