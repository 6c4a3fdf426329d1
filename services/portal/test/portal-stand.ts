import { GatewayStand, SECRET, type StandOptions } from '@ledgergraph/gateway/test/gateway-stand';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { createSecretCheck } from '@ledgergraph/service-kit/internal-secret';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { GatewayClient } from '#/gateway/gateway-client.ts';
import { type ServeOptions, serve } from '#/serve.ts';

export interface PortalStandOptions extends StandOptions {
  portal?: Partial<ServeOptions>;
}

export class PortalStand extends GatewayStand {
  readonly #options: PortalStandOptions;
  portal!: FastifyInstance;
  #gateway!: GatewayClient;

  constructor(options: PortalStandOptions = {}) {
    super(options);
    this.#options = options;
  }

  override async start(): Promise<void> {
    const port = await findFreePort();
    await super.start({ ...this.#options, portalUrl: `http://127.0.0.1:${port}` });
    this.#gateway = new GatewayClient(this.url, SECRET);
    this.portal = await serve({
      gateway: this.#gateway,
      secret: SECRET,
      cursorSecret: SECRET,
      isOurs: createSecretCheck(SECRET),
      accountsUrl: this.accountsUrl,
      trustedProxies: [],
      dollars: new Map(),
      openKeys: [],
      openPerMinute: 60,
      openPerMinuteOfAll: 600,
      logger: pino({ level: 'debug' }, { write: (line: string) => this.logLines.push(line) }),
      ...this.#options.portal,
    });
    await this.portal.listen({ host: '127.0.0.1', port });
  }

  override async stop(): Promise<void> {
    await this.portal?.close();
    await this.#gateway?.close();
    await super.stop();
  }
}

/** Starts before the first test, resets before each, and stops after the last. */
export function portalForFile(options: PortalStandOptions = {}): PortalStand {
  const stand = new PortalStand(options);
  beforeAll(() => stand.start());
  afterAll(() => stand.stop());
  beforeEach(() => stand.reset());
  return stand;
}
