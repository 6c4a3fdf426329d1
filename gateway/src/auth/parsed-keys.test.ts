import { ParsedKeys } from './parsed-keys.ts';

test('a header is read once, and another one by itself', () => {
  const keys = new ParsedKeys();
  const read: string[] = [];
  const make = (header: string) => {
    read.push(header);
    return { keyHash: Buffer.from(header), claimed: 'TESTNET' as const };
  };
  const first = keys.find('Bearer a', make);
  expect(keys.find('Bearer a', make)).toBe(first);
  expect(keys.find('Bearer b', make)?.keyHash).toEqual(Buffer.from('Bearer b'));
  expect(read).toEqual(['Bearer a', 'Bearer b']);
});

test('a header’s text is forgotten after a second, and what was made of it is found again', () => {
  jest.useFakeTimers();
  try {
    const keys = new ParsedKeys();
    const make = (header: string) => ({ keyHash: Buffer.from(header), claimed: 'TESTNET' as const });
    const first = keys.find('Bearer a', make);
    expect(keys.textsHeld).toBe(1);
    jest.advanceTimersByTime(1_000);
    expect(keys.textsHeld).toBe(0);
    expect(keys.find('Bearer a', make)).toBe(first);
  } finally {
    jest.useRealTimers();
  }
});

test('a text that is no key of ours takes no room', () => {
  const keys = new ParsedKeys();
  let read = 0;
  const refuse = (): undefined => {
    read += 1;
  };
  expect(keys.find('Bearer no', refuse)).toBeUndefined();
  expect(keys.find('Bearer no', refuse)).toBeUndefined();
  expect(read).toBe(2);
});
