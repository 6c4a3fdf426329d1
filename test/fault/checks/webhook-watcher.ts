import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@ledgergraph/chain-generator/random';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { waitFor, waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { Fold } from '../../e2e/live/fold.ts';
import type { TreeBlock } from '../chain/block-tree.ts';
import { chainOf } from '../chain/write-recording.ts';
import type { Stage } from '../stage/start-stage.ts';
import { comesToHold } from './comes-to-hold.ts';

const RETRY_MS = 500;
/** A command costs more than a second of CPU time, so it starts when those it asks are ready, or after this time. */
const READY_WAIT_MS = 10_000;
/** For which no request may come while some are missing. */
const QUIET_MAX_MS = 90_000;
const FAILING = 0.25;

/** From genesis on; it fails at random. */
export class WebhookWatcher {
  readonly #stage: Stage;
  readonly #random: Random;
  #fold = new Fold();
  #faults: string[] = [];
  /** By webhook-id, in order. */
  #taken = new Map<string, string>();
  readonly #server = createServer((request, response) => {
    if (request.url !== `/${this.#attempt}`) return void response.writeHead(204).end();
    json(request).then(
      (body) => this.#receive(String(request.headers['webhook-id']), body as Untyped, response),
      () => response.destroy(),
    );
  });
  #stopped = false;
  #attempt = 0;
  #createFault = '';
  #creating: Promise<void> = Promise.resolve();
  #requests = 0;
  /** For events that had come before. */
  repeats = 0;

  readonly #failing: number;

  /** @param failing share of requests; half of them fail after the event was taken */
  constructor(stage: Stage, random: Random, failing = FAILING) {
    this.#stage = stage;
    this.#random = random;
    this.#failing = failing;
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#creating = this.#create(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
  }

  /** The next chain is another one. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    await this.#creating;
    await waitFor(async () => (await this.#stage.databases.query('webhooks', 'DELETE FROM team')) !== undefined, {
      what: 'the endpoint to be deleted',
    });
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** @returns violations in words */
  async check(tip: TreeBlock): Promise<string[]> {
    await comesToHold(
      () => this.#chainFault(tip) === undefined,
      () => this.#requests,
      QUIET_MAX_MS,
    );
    const chainFault = this.#chainFault(tip);
    if (chainFault !== undefined) this.#faults.push(await this.#describeEndpoints());
    return [...(chainFault === undefined ? [] : [chainFault]), ...this.#fold.faults, ...this.#faults].map(
      (fault) => `webhook: ${fault}`,
    );
  }

  /** A command that a fault breaks off may have made one whose secret is unknown; only a reported endpoint counts. */
  async #create(url: string): Promise<void> {
    while (!this.#stopped) {
      await this.#waitUntilReady();
      this.#attempt += 1;
      this.#fold = new Fold();
      this.#taken = new Map();
      this.#faults = [];
      const receiver = `${url}/${this.#attempt}`;
      try {
        await this.#stage.command(
          'webhooks',
          'create',
          '--event',
          'block.new',
          '--url',
          receiver,
          '--from-height',
          '0',
        );
        this.#createFault = '';
        return;
      } catch (error) {
        this.#createFault = String((error as { stderr?: string }).stderr ?? error);
        await wait(RETRY_MS);
      }
    }
  }

  async #waitUntilReady(): Promise<void> {
    for (const name of ['webhooks-api', 'gateway'] as const) {
      const waits = { what: `${name} to be ready`, timeoutMs: READY_WAIT_MS };
      await waitUntilOk(`${this.#stage.url(name)}/readyz`, waits).catch(() => undefined);
    }
  }

  #receive(id: string, body: Untyped, response: ServerResponse): void {
    this.#requests += 1;
    if (this.#random.chance(this.#failing / 2)) return void this.#fail(response);
    this.#take(id, body);
    if (this.#random.chance(this.#failing / 2)) this.#fail(response);
    else response.writeHead(204).end();
  }

  #fail(response: ServerResponse): void {
    if (this.#random.chance(0.5)) response.destroy();
    else response.writeHead(500).end();
  }

  #take(id: string, { type, data, errors, extensions }: Untyped): void {
    if (data?.chainEvents == null) {
      this.#faults.push(`${id}, ${type}, came without data: ${JSON.stringify({ data, errors, extensions })}`);
      return;
    }
    const text = JSON.stringify({ type, data, extensions: { ...extensions, chain: undefined } });
    const before = this.#taken.get(id);
    if (before !== undefined) {
      this.repeats += 1;
      if (before !== text) this.#faults.push(`${id} came again with another body`);
      return;
    }
    const last = this.#fold.entries.at(-1);
    if (type === 'block.new' && last !== undefined && data.chainEvents.block.previousHash !== last.hash) {
      this.#faults.push(`${data.chainEvents.blockHash} came after ${last.hash}`);
    }
    const standing = this.#fold.entries.length;
    this.#taken.set(id, text);
    const undoneBefore = this.#fold.entries.map(({ event }) => event.id);
    this.#fold.add({ ...data.chainEvents, id });
    if (type !== 'block.new.reverted') return;
    const gone = undoneBefore.slice(this.#fold.entries.length, standing);
    if (JSON.stringify(gone) !== JSON.stringify(extensions.undone)) {
      this.#faults.push(`undone are ${gone.join(' ')}, reported was ${extensions.undone.join(' ')}`);
    }
  }

  async #describeEndpoints(): Promise<string> {
    const rows = await this.#stage.databases.query(
      'webhooks',
      `SELECT url, state, disabled_reason, trouble, from_height, position_height, created_at, last_delivered_at, failing_since,
              (SELECT count(*)::int FROM delivery WHERE endpoint_id = endpoint.id AND state = 'queued') AS waiting
       FROM endpoint`,
    );
    return JSON.stringify(rows);
  }

  #chainFault(tip: TreeBlock): string | undefined {
    const received = this.#fold.entries.map(({ hash }) => hash);
    const chain = chainOf(tip).map(({ hash }) => hash);
    if (JSON.stringify(received) === JSON.stringify(chain)) return undefined;
    return `received ${received.length}, ending ${received.slice(-3).join(' ')}; the chain has ${chain.length}, ending ${chain.slice(-3).join(' ')}. ${this.#createFault}`;
  }
}
