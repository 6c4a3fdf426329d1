import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CHANGE_HEADER, ROLE_HEADER } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { connectWebhooks } from '#/webhooks/connect-webhooks.ts';
import { settleIntents } from '#/webhooks/settle-intents.ts';
import { type DashboardFixture, SECRET, startDashboardFixture } from './dashboard-fixture.ts';
import { join, type Person, signUp } from './people.ts';

const ID = '01a20b65-8e67-763f-a1e2-24c2cf6464a3';
const WANTED = { environment: 'test', url: 'https://example.org/hook', eventType: 'block.new' };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const whole: Answer = ({ url = '' }, response) => {
  const body = url.endsWith('/settle') ? { wasMade: true } : { webhooks: [], eventTypes: [{ name: 'block.new' }] };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
};
const half: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"webhooks":[', () => response.destroy());
};
const halfInChunks: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"webhooks":[', () => response.destroy());
};
const silentAfterHead: Answer = (_request, response) => response.writeHead(200).flushHeaders();
const elsewhere: Answer = (_request, response) => response.writeHead(307, { location: '/livez' }).end();
const vanishing: Answer = ({ socket }) => socket.destroy();
const silent: Answer = () => {};

let answer: Answer = whole;
const asked: IncomingMessage[] = [];
const listener = createServer((request, response) => {
  asked.push(request);
  answer(request, response);
});
const logged: unknown[] = [];
let fixture: DashboardFixture;
let owner: Person;
let webhooks: ReturnType<typeof connectWebhooks>;
let path: string;
let minutes = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  webhooks = connectWebhooks(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`, SECRET);
  const logger = createLogger('test', 'silent');
  logger.error = (fault: unknown) => void logged.push(fault);
  fixture = await startDashboardFixture({ webhooks, logger, steadyNow: () => minutes * 60_000 });
  owner = await signUp(fixture, 'ann');
  path = `/api/teams/${owner.teamId}/webhooks`;
});
afterAll(async () => {
  listener.closeAllConnections();
  listener.close();
  await fixture.stop();
});
beforeEach(() => {
  answer = whole;
  logged.length = 0;
  asked.length = 0;
  minutes += 2;
});

describe.each(Object.entries({ half, halfInChunks, silentAfterHead, elsewhere, vanishing, silent }))(
  'from a listener that is %s',
  (_name, given) => {
    beforeEach(() => {
      const { timeout } = AbortSignal;
      jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, Math.min(ms, 300)));
      answer = given;
    });
    afterEach(() => jest.restoreAllMocks());

    test.each([
      ['the list', () => owner.browser.get(path)],
      ['the event types', () => owner.browser.get('/api/webhook-event-types')],
      ['the deliveries', () => owner.browser.get(`${path}/${ID}/deliveries`)],
      ['a new webhook', () => owner.browser.post(path, WANTED)],
      [
        'a webhook that resumes',
        () => owner.browser.ask(`${path}/${ID}`, { method: 'PATCH', body: { state: 'active' } }),
      ],
    ])('%s is UNAVAILABLE, and no fault of ours', async (_what, ask) => {
      const { status, body } = await ask();
      expect([status, body]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }]);
      expect(logged).toEqual([]);
    });

    test('a change goes on record once it is settled', async () => {
      const before = await fixture.db.auditEntry.count({ where: { action: 'webhook.rotate-secret' } });
      expect((await owner.browser.post(`${path}/${ID}/rotate-secret`)).status).toBe(503);
      answer = whole;
      await settleIntents({ db: fixture.db, webhooks, logger: createLogger('test', 'silent') }, 0);
      expect(await fixture.db.auditEntry.count({ where: { action: 'webhook.rotate-secret' } })).toBe(before + 1);
      expect(await fixture.db.webhookIntent.count()).toBe(0);
    });
  },
);

test('a caller cannot name its own role, change or team to the service', async () => {
  const member = await join(fixture, owner, 'ben', 'member');
  const forged = { [ROLE_HEADER]: 'manager', [CHANGE_HEADER]: ID, 'x-ledgergraph-team': ID };
  expect((await member.browser.ask(path, { method: 'GET', headers: forged })).status).toBe(200);
  expect(asked.map(({ url, headers }) => [url, headers[ROLE_HEADER], headers[CHANGE_HEADER]])).toEqual([
    [`/teams/${owner.teamId}/webhooks`, 'viewer', undefined],
  ]);
  expect(asked[0]?.headers['x-ledgergraph-team']).toBeUndefined();
});
