import { hasBadPort, isBadPort } from './bad-ports.ts';

const NOT_REFUSED = 'the port was not refused';

/** Fetch looks at the port before it asks a dispatcher. */
const dispatcher = {
  dispatch: (): never => {
    throw new Error(NOT_REFUSED);
  },
};

async function causeOf(port: number): Promise<string> {
  const init = { dispatcher } as unknown as RequestInit;
  const failure = await fetch(`http://127.0.0.1:${port}/`, init).catch((error: unknown) => error);
  return ((failure as Error).cause as Error).message;
}

test('the bad ports are exactly those that fetch refuses', async () => {
  const ports = Array.from({ length: 65_535 }, (_, index) => index + 1);
  const refused: number[] = [];
  for (const port of ports) {
    const cause = await causeOf(port);
    if (cause !== NOT_REFUSED) refused.push(port);
  }
  expect(refused).toContain(4190);
  expect(ports.filter(isBadPort)).toEqual(refused);
});

test('a URL without a port, or with a good one, is not refused', () => {
  const urls = ['https://api.example.org', 'http://localhost:4000', 'http://localhost:4190', 'http://[::1]:6000/path'];
  expect(urls.map(hasBadPort)).toEqual([false, false, true, true]);
});
