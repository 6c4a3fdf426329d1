import { Refusal } from '#/http/refusal.ts';
import { MEMORY_BOUNDS } from '#/memory-bounds.ts';
import { RpcConcurrency } from './rpc-concurrency.ts';

const MIB = 1024 * 1024;
const team = (teamId: string) => ({ teamId, network: 'a' });
const stranger = (network: string) => ({ teamId: undefined, network });

function enterMany(concurrency: RpcConcurrency, client: ReturnType<typeof team> | ReturnType<typeof stranger>) {
  const rooms = [];
  try {
    for (;;) rooms.push(concurrency.enter(client));
  } catch (error) {
    expect(error).toMatchObject({ status: 429, retryAfterS: 1 });
  }
  return rooms;
}

test('a team has 32 places, a network without a known key 16, and no number of strangers takes those of teams', () => {
  const concurrency = new RpcConcurrency();
  expect(enterMany(concurrency, team('a'))).toHaveLength(32);
  let strangers = 0;
  for (let network = 0; network < 100; network += 1)
    strangers += enterMany(concurrency, stranger(String(network))).length;
  expect(strangers).toBe(64);
  expect(enterMany(concurrency, team('b'))).toHaveLength(32);
});

test('however many keys it has, a team holds a quarter of the bytes, and others find room', () => {
  const concurrency = new RpcConcurrency();
  const rooms = enterMany(concurrency, team('a'));
  let held = 0;
  while (rooms[0]?.hold(MIB) === undefined) held += 1;
  expect(held * MIB).toBeLessThanOrEqual(MEMORY_BOUNDS.nodeRpc / 4);
  expect(() => concurrency.enter(team('b')).holdAnswer(7 * MIB)).not.toThrow();
  for (const room of rooms) room.leave();
  expect(concurrency.enter(team('a')).hold(20 * MIB)).toBeUndefined();
});

test('an answer gives back the room of the one before, and one that never fits is refused for good', () => {
  const concurrency = new RpcConcurrency();
  const [first, second] = [concurrency.enter(team('a')), concurrency.enter(team('a'))];
  for (let asked = 0; asked < 100; asked += 1) first.holdAnswer(7 * MIB);
  expect(() => second.holdAnswer(7 * MIB)).toThrow(expect.objectContaining({ status: 429 }));
  first.holdAnswer(1);
  second.holdAnswer(7 * MIB);
  expect(() => first.holdAnswer(9 * MIB)).toThrow(expect.objectContaining({ status: 400, retryAfterS: undefined }));
  expect(() => first.holdAnswer(Number.POSITIVE_INFINITY)).toThrow(Refusal);
  second.leave();
  second.leave();
  first.holdAnswer(7 * MIB);
});

test('what a call gathers is held beside its answers, until the next call of the batch', () => {
  const concurrency = new RpcConcurrency();
  const [room, other] = [concurrency.enter(team('a')), concurrency.enter(team('a'))];
  room.keep(3 * MIB);
  room.holdAnswer(2 * MIB);
  room.keep(1 * MIB);
  expect(() => other.holdAnswer(2 * MIB)).toThrow(expect.objectContaining({ status: 429 }));
  // Alone it would never fit.
  expect(() => room.keep(5 * MIB)).toThrow(expect.objectContaining({ status: 400, retryAfterS: undefined }));
  room.beginCall();
  other.holdAnswer(7 * MIB);
  room.leave();
  other.leave();
  concurrency.enter(team('a')).keep(7 * MIB);
});

test('for a client that has gone nothing is taken', () => {
  const concurrency = new RpcConcurrency();
  const gone = concurrency.enter(team('a'));
  gone.leave();
  expect(gone.hold(20 * MIB)).toMatchObject({ status: 429 });
  expect(() => gone.holdAnswer(7 * MIB)).toThrow(Refusal);
  expect(concurrency.enter(team('a')).hold(20 * MIB)).toBeUndefined();
});
