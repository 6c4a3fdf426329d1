import { LIVE_CHAIN, TEST_CHAIN, tip } from '@ledgergraph/gateway/test/gateway-stand';
import { LimitedKeys } from '@ledgergraph/gateway/test/limited-keys';
import { moveTip } from '@ledgergraph/gateway/test/move-tip';
import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';
import type { Json } from '#/node-rpc/json.ts';
import type { Call, Method } from '#/node-rpc/method.ts';
import { RPC_CODES, RpcError } from '#/node-rpc/rpc-error.ts';
import { FakeBlocks } from '../export/fake-blocks.ts';
import { type PortalStand, type PortalStandOptions, portalForFile } from '../portal-stand.ts';

export const TIP = 200_000;

const BLOCK = `query ($chainId: String!, $height: BigInt!) {
  block(chainId: $chainId, height: $height) { hash producer { address } }
}`;
const BLOCKS = `query ($chainId: String!, $toHeight: BigInt, $limit: Int, $cursor: String) {
  blocks(chainId: $chainId, toHeight: $toHeight, limit: $limit, cursor: $cursor) { blocks { height hash producer { address } } nextCursor }
}`;

async function* list(call: Call, toHeight: number, name: string): AsyncGenerator<Json, void, void> {
  for await (const { items } of call.pages(BLOCKS, { chainId: call.chain, toHeight }, ['blocks', 'blocks']))
    for (const item of items) yield name === 'producer' ? cellOf(objectOf(item, name), 'address') : cellOf(item, name);
}

async function readBlock(call: Call, height: number): Promise<Values> {
  return objectOf(await call.ask(BLOCK, { chainId: call.chain, height }), 'block');
}

async function readTwice(call: Call): Promise<Json> {
  await readBlock(call, 1);
  const heights: Json[] = [];
  for await (const height of list(call, 1, 'height')) heights.push(height);
  return [...heights, (await call.block()).hash];
}

const numberOf = ({ params: [value] }: Call): number => Number(String(value));
/** Each is the smallest that goes one way through the code. */
const RUNS: Record<string, Method['run']> = {
  echo: async ({ params }) => params,
  height: async (call) => (await call.block()).height,
  hash: async (call) => cellOf(await readBlock(call, numberOf(call)), 'hash'),
  producer: async (call) => cellOf(objectOf(await readBlock(call, 1), 'producer'), 'address'),
  twice: readTwice,
  questions: async (call) => {
    for (let asked = 0; asked < numberOf(call); asked += 1) await readBlock(call, asked);
    return numberOf(call);
  },
  kept: async (call) => {
    call.keep(numberOf(call));
    return numberOf(call);
  },
  heights: async (call) => list(call, numberOf(call), 'height'),
  producers: async (call) => list(call, numberOf(call), 'producer'),
  hashes: async (call) => list(call, numberOf(call), 'hash'),
  refuse: async () => {
    throw new RpcError(RPC_CODES.invalidAddressOrKey, 'Identity not found');
  },
  fail: async (call) => {
    await readBlock(call, 1);
    throw new Error('connect ECONNREFUSED 10.0.0.9:5432');
  },
};
const METHODS = new Map(
  Object.entries(RUNS).map(([name, run]) => [name, { name, family: 'node', answeredBy: 'rows', run } as const]),
);

export class RpcStand {
  readonly portal: PortalStand;
  readonly keys: LimitedKeys;
  readonly chain: FakeBlocks;

  constructor(portal: PortalStand) {
    this.portal = portal;
    this.keys = new LimitedKeys(portal);
    this.chain = new FakeBlocks(portal, TIP);
  }

  post(key: string | undefined, body: unknown, { path = TEST_CHAIN, ...init }: RequestInit & { path?: string } = {}) {
    const { headers, ...rest } = init;
    return fetch(`${this.portal.url}/rpc/${path}`, {
      method: 'POST',
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...rest,
    });
  }

  /** Status and text. */
  async ask(
    key: string | undefined,
    body: unknown,
    init: RequestInit & { path?: string } = {},
  ): Promise<[number, string]> {
    const response = await this.post(key, body, init);
    return [response.status, (await response.text()).trim()];
  }

  /** Status, and the code or the result. */
  async outcome(
    key: string | undefined,
    method: string,
    params: unknown[] = [],
    init: RequestInit & { path?: string } = {},
  ): Promise<[number, unknown]> {
    const [status, text] = await this.ask(key, { id: 1, method, params }, init);
    const { result, error } = JSON.parse(text);
    return [status, error === null ? result : error.code];
  }
}

/** A test and a live chain have the same blocks. */
export function rpcForFile(options: PortalStandOptions = {}): RpcStand {
  const portal = portalForFile({ ...options, portal: { rpcMethods: METHODS, ...options.portal } });
  const stand = new RpcStand(portal);
  beforeAll(async () => {
    await moveTip(portal, tip(TIP, { finalizedHeight: TIP - 100 }));
    await moveTip(portal, tip(TIP, { chainId: LIVE_CHAIN, environment: Environment.MAINNET }));
  });
  beforeEach(() => {
    stand.chain.open();
    portal.quotas.limit = 1_000_000n;
  });
  return stand;
}
