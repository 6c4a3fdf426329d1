import { runJest } from './run-jest.ts';

test('a file that leaves something open fails by name, and one that closes all does not', async () => {
  const listening =
    "import { createServer } from 'node:net'; const server = createServer(); beforeAll((done) => void server.listen(0, done));";
  const report = await runJest({
    'open.test.ts': `${listening} test('it holds', () => {});`,
    'timer.test.ts': "test('it holds', () => void setTimeout(() => undefined, 60_000));",
    'closed.test.ts': `${listening} afterAll((done) => void server.close(done)); test('it holds', () => {});`,
    'let-go.test.ts': "test('it holds', () => void setTimeout(() => undefined, 60_000).unref());",
  });
  expect(report).toMatch(/open\.test\.ts leaves open: TCPServerWrap/);
  expect(report).toMatch(/timer\.test\.ts leaves open: Timeout/);
  // Leftovers of one file do not count against the next.
  expect(report).toMatch(/Test Suites: 2 failed, 2 passed/);
});

test('a file that fails reports how, whatever it leaves open', async () => {
  const report = await runJest({
    'failing.test.ts':
      "import { createServer } from 'node:net'; beforeAll((done) => void createServer().listen(0, done)); test('it fails', () => expect(1).toBe(2));",
  });
  expect(report).toMatch(/failing\.test\.ts leaves open: TCPServerWrap/);
  expect(report).toMatch(/● it fails/);
  expect(report).toMatch(/Tests: +1 failed, 1 total/);
});
