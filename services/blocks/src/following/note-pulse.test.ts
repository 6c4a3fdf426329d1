import { withPulse } from './note-pulse.ts';

function counting() {
  let saved = 0;
  let whenSaved: () => void = () => undefined;
  const db = {
    $queryRawUnsafe: () => Promise.reject(new Error('nothing is read here')),
    $executeRawUnsafe: async () => {
      saved += 1;
      whenSaved();
      return 1;
    },
  };
  const savedTimes = (times: number) =>
    new Promise<void>((resolve) => {
      whenSaved = () => saved >= times && resolve();
    });
  return { db, savedTimes, saved: () => saved };
}

test('while work takes long, each answer of the node is saved', async () => {
  const { db, savedTimes } = counting();
  const work = () => savedTimes(2).then(() => 'done');
  expect(await withPulse(db, 'i1', { isAnswering: async () => true }, work)).toBe('done');
});

test('a node that does not answer leaves no sign of life, and does not hold up what is done or has failed', async () => {
  const { db, saved } = counting();
  for (const end of [async () => 'done', () => Promise.reject(new Error('no blocks'))]) {
    let ask: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const isAnswering = () => {
      ask();
      return new Promise<boolean>(() => {});
    };
    const result = withPulse(db, 'i1', { isAnswering }, () => asked.then(end));
    await expect(result.catch((error: Error) => error.message)).resolves.toMatch(/^(done|no blocks)$/);
  }
  expect(saved()).toBe(0);
});

test('a database that is away for a moment stops nothing', async () => {
  let tries = 0;
  let tryTwice: () => void = () => undefined;
  const db = {
    $queryRawUnsafe: () => Promise.reject(new Error('nothing is read here')),
    $executeRawUnsafe: async () => {
      tries += 1;
      if (tries === 2) tryTwice();
      throw new Error('the database is away');
    },
  };
  const twice = new Promise<void>((resolve) => {
    tryTwice = resolve;
  });
  await withPulse(db, 'i1', { isAnswering: async () => true }, () => twice);
  expect(tries).toBeGreaterThanOrEqual(2);
});
