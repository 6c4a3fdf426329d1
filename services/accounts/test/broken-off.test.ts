import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { type DashboardFixture, SECRET, startDashboardFixture } from './dashboard-fixture.ts';

const lines: { level: number }[] = [];
let fixture: DashboardFixture;
beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line));
  fixture = await startDashboardFixture({ logger: pino({ level: 'debug' }, { write }) as Logger });
});
afterAll(() => fixture.stop());

test.each(['/auth/sign-in/email', '/auth/sign-up/email', '/api/me', '/nowhere'])(
  'a body that breaks off is no line of the log above debug: %s',
  async (path) => {
    for (let count = 0; count < 10; count += 1) {
      const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1');
      await once(socket, 'connect');
      const head = `POST /dashboard${path} HTTP/1.1\r\nHost: x\r\nX-Ledgergraph-Internal: ${SECRET}\r\nOrigin: https://api.example.org\r\n`;
      const text = `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":`;
      await new Promise((resolve) => socket.write(text, resolve));
      await turn();
      socket.resetAndDestroy();
    }
    await fixture.browse().get('/api/mails');
    expect(lines.filter(({ level }) => level > 20)).toEqual([]);
  },
);
