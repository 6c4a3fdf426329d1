import { KeyChangedSchema, KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { SocketPeer } from '@ledgergraph/test-kit/peers/socket-peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { KEY_HASH_HEADER } from '#/admission/callers.ts';
import { PlanningTime } from '#/limits/planning-time.ts';
import { GatewayStand, PEPPER, SECRET } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';
import { FakeChain } from './streams/fake-chain.ts';

/** Time for three new operations, or for fewer, as each takes some; it does not come back. */
const NEW_MAX = 3;
const planning = new PlanningTime({ msPerSecond: NEW_MAX, teams: 1_000_000, now: () => 0 });

interface Transport {
  name: string;
  isStream: boolean;
  /** No address and no number of streams binds our own services. */
  isOurs: boolean;
  /** @returns the code of the refusal, `admitted`, or the code that ended it at its first event */
  ask: (asked: Asked) => Promise<string>;
}

interface Asked {
  stand: Stand;
  key: string | undefined;
  name?: string;
}

class Stand extends GatewayStand {
  readonly chain = new FakeChain(this);
  readonly closes: (() => void)[] = [];

  async open(): Promise<void> {
    this.chain.open();
    await this.start();
  }

  closeAll(): void {
    for (const close of this.closes.splice(0)) close();
  }
}

const queryOf = ({ name = 'Q' }: Asked): string => `query ${name} { networks { name } }`;
const subscriptionOf = ({ name = 'S' }: Asked): string =>
  `subscription ${name} { chainEvents { ... on Event { cursor } } }`;

async function askHttp({ stand, key }: Asked, path: string, init: RequestInit = {}): Promise<string> {
  const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...init.headers };
  const { status, body } = await stand.fetch(path, { ...init, headers });
  return status === 200 ? 'admitted' : String(body.errors?.[0]?.extensions.code);
}

async function askStream({ stand, key }: Asked, path: string, init: RequestInit = {}): Promise<string> {
  const closing = new AbortController();
  stand.closes.push(() => closing.abort());
  const headers = {
    accept: 'text/event-stream',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...init.headers,
  };
  const response = await fetch(`${stand.url}${path}`, { ...init, headers, signal: closing.signal });
  if (response.status !== 200) return JSON.parse(await response.text()).errors[0].extensions.code;
  await stand.chain.grow();
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (/^event: next\ndata: .*\n/m.test(text)) break;
  }
  const [, data = '{}'] = /^event: next\ndata: (.*)\n/m.exec(text) ?? [];
  return JSON.parse(data).errors?.[0].extensions.code ?? 'admitted';
}

async function askSocket({ stand, key, ...more }: Asked): Promise<string> {
  const peer = await SocketPeer.open(stand.url);
  stand.closes.push(() => peer.close());
  peer.init(key);
  await waitFor(() => peer.received.length > 0 || peer.closeCode !== undefined, { what: 'an answer to the key' });
  if (peer.closeCode !== undefined) return codeOfClose(peer);
  peer.subscribe('1', subscriptionOf({ stand, key, ...more }));
  return answerTo(stand, peer, '1');
}

async function answerTo(stand: Stand, peer: SocketPeer, id: string): Promise<string> {
  return waitFor(
    async () => {
      await stand.chain.grow();
      const answer = peer.received.find((message) => message.id === id && message.type !== 'complete');
      if (answer === undefined) return peer.closeCode === undefined ? undefined : codeOfClose(peer);
      const { errors } = answer.payload as { errors?: { extensions: { code: string } }[] };
      const [error] = answer.type === 'error' ? (answer.payload as typeof errors & object) : (errors ?? []);
      return error?.extensions.code ?? 'admitted';
    },
    { what: 'an answer to a subscription' },
  );
}

function codeOfClose({ closeCode }: SocketPeer): string {
  return closeCode === 4401 || closeCode === 4403 ? 'UNAUTHORIZED' : String(closeCode);
}

const post = (query: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
});

const TRANSPORTS: Transport[] = [
  { name: 'POST', isStream: false, isOurs: false, ask: (asked) => askHttp(asked, '/graphql', post(queryOf(asked))) },
  {
    name: 'GET',
    isStream: false,
    isOurs: false,
    ask: (asked) =>
      askHttp(asked, `/graphql?query=${encodeURIComponent(queryOf(asked))}`, {
        headers: { 'apollo-require-preflight': '1' },
      }),
  },
  {
    name: 'Server-Sent Events by POST',
    isStream: true,
    isOurs: false,
    ask: (asked) => askStream(asked, '/graphql', post(subscriptionOf(asked))),
  },
  {
    name: 'Server-Sent Events by GET',
    isStream: true,
    isOurs: false,
    ask: (asked) => askStream(asked, `/graphql?query=${encodeURIComponent(subscriptionOf(asked))}`),
  },
  {
    name: 'the streams of webhooks and of their preview',
    isStream: true,
    isOurs: true,
    ask: ({ key, ...asked }) => {
      const { headers, ...init } = post(subscriptionOf({ key, ...asked }));
      const ours = {
        [INTERNAL_HEADER]: SECRET,
        [KEY_HASH_HEADER]: Buffer.from(hashApiKey(key ?? '', PEPPER)).toString('base64url'),
      };
      return askStream({ ...asked, key: undefined }, '/graphql', { ...init, headers: { ...headers, ...ours } });
    },
  },
  { name: 'a WebSocket', isStream: true, isOurs: false, ask: askSocket },
];

const stand = new Stand({ planning });
const dear = new Stand({ cost: { max: 0 } });
const keys = new LimitedKeys(stand);
beforeAll(() => Promise.all([stand.open(), dear.open()]));
afterAll(() => Promise.all([stand.stop(), dear.stop()]));
beforeEach(() => {
  stand.reset();
  stand.chain.open();
  stand.quotas.limit = 1_000n;
});
afterEach(() => {
  stand.closeAll();
  dear.closeAll();
});

describe.each(TRANSPORTS)('over $name', ({ isStream, isOurs, ask }) => {
  test('a good key is admitted', async () => {
    expect(await ask({ stand, key: keys.make().key })).toBe('admitted');
  });

  test('no key is refused, nor one that does not exist, has expired or was revoked', async () => {
    if (!isOurs) expect(await ask({ stand, key: undefined })).toBe('UNAUTHORIZED');
    const { key } = keys.make();
    const [last = ''] = key.slice(-1);
    expect(await ask({ stand, key: `${key.slice(0, -1)}${last === 'a' ? 'b' : 'a'}` })).toBe('UNAUTHORIZED');
    expect(await ask({ stand, key: keys.make({ expiresAt: 1n }).key })).toBe('UNAUTHORIZED');
    expect(await ask({ stand, key })).toBe('admitted');
    stand.keys.delete(key);
    stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: hashApiKey(key, PEPPER) });
    await waitFor(async () => (await ask({ stand, key })) === 'UNAUTHORIZED', { what: 'the end of the key' });
  });

  test('a key is refused from where it may not be used', async () => {
    const { key } = keys.make({ allowedNetworks: ['10.0.0.0/8'] });
    const code = await ask({ stand, key });
    // A WebSocket reports it by the code of its close.
    expect(['FORBIDDEN', 'UNAUTHORIZED']).toContain(isOurs ? 'FORBIDDEN' : code);
    expect(code === 'admitted').toBe(isOurs);
  });

  test('the calls per second are bounded', async () => {
    const { key } = keys.make({ second: 2 });
    // A slow machine spreads them over several seconds, each of which allows two calls.
    const codes = await Promise.all(Array.from({ length: 40 }, () => ask({ stand, key })));
    expect(codes).toContain('admitted');
    expect(codes).toContain('RATE_LIMITED');
  });

  test('the new operations are bounded, and known ones go on', async () => {
    const { key } = keys.make();
    const name = `New${Math.random().toString(36).slice(2)}`;
    const codes: string[] = [];
    for (let count = 0; count <= NEW_MAX; count += 1) codes.push(await ask({ stand, key, name: `${name}${count}` }));
    expect([codes.at(0), codes.at(-1)]).toEqual(['admitted', 'RATE_LIMITED']);
    expect(await ask({ stand, key, name: `${name}0` })).toBe('admitted');
  });

  test('an operation that may cost too much is refused', async () => {
    expect(await ask({ stand: dear, key: dear.testKey })).toBe('COST_ESTIMATED_TOO_EXPENSIVE');
  });

  test('a month that is used up ends it', async () => {
    stand.quotas.limit = 0n;
    expect(await ask({ stand, key: keys.make({ month: 0n }).key })).toBe('QUOTA_EXCEEDED');
  });

  if (isStream && !isOurs) {
    test('as many streams as the plan allows are admitted of a burst', async () => {
      const { key } = keys.make({ environment: KeyEnvironment.LIVE, plan: { id: 'small', streamsPerKey: 2 } });
      // The key is not known yet, so all wait for the same look-up.
      const codes = await Promise.all(Array.from({ length: 4 }, () => ask({ stand, key })));
      expect(codes.filter((code) => code === 'admitted')).toHaveLength(2);
      expect(new Set(codes)).toEqual(new Set(['admitted', 'RATE_LIMITED']));
    });
  }
});
