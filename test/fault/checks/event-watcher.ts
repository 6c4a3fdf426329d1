import { setTimeout as wait } from 'node:timers/promises';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { type Received, receiveOverWebSocket, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { Fold } from '../../e2e/live/fold.ts';
import type { BlockTree } from '../chain/block-tree.ts';
import type { TreeBlock } from '../chain/build-block.ts';
import { chainOf } from '../chain/write-recording.ts';
import { askStage } from '../stage/ask-stage.ts';
import type { Stage } from '../stage/start-stage.ts';

const RETRY_MS = 200;
/** A stream sends something every ten seconds; one that is silent for longer is dead, as a frozen gateway's is. */
const SILENT_MAX_MS = 15_000;
const LOOK_MS = 250;
const CATCH_UP_MS = 60_000;
const WATCHED_OWNERS = 3;

const EVENT = '__typename ... on Event { cursor blockHeight blockHash } ... on BlocksRemoved { depth removedHashes }';
const BLOCKS = `subscription ($after: String) { chainEvents(after: $after) { ${EVENT} ... on BlockAdded { block { hash previousHash } } } }`;
const ACTIVITY = `subscription ($after: String, $addresses: [String!]!) { addressActivity(after: $after, addresses: $addresses) { ${EVENT}
  ... on AddressActivity { address { address } activity { txid balanceAfter } } } }`;

type Transport = 'sse' | 'ws';

/** One client that subscribes, and connects again with its cursor whenever its stream ends. */
class FoldingClient {
  readonly fold = new Fold();
  readonly #stage: Stage;
  readonly #field: string;
  readonly #transport: Transport;
  readonly #query: string;
  readonly #variables: Record<string, unknown>;
  #cursor: string | undefined;
  #taken = 0;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();
  /** Streams that it opened. */
  opened = 0;

  constructor(
    stage: Stage,
    field: string,
    transport: Transport,
    query: string,
    variables: Record<string, unknown> = {},
  ) {
    this.#stage = stage;
    this.#field = field;
    this.#transport = transport;
    this.#query = query;
    this.#variables = variables;
  }

  get name(): string {
    return `${this.#field} over ${this.#transport}`;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const stream = await this.#open().catch(() => undefined);
      if (stream !== undefined) await this.#read(stream);
      await wait(RETRY_MS);
    }
  }

  /** The first stream goes over Server-Sent Events: it tells where it begins before the first event. */
  async #open(): Promise<Received> {
    const asking = {
      gatewayUrl: this.#stage.url('gateway'),
      key: this.#stage.key,
      query: this.#query,
      variables: this.#variables,
      after: this.#cursor,
    };
    const isFirst = this.#cursor === undefined;
    const stream =
      this.#transport === 'sse' || isFirst ? await receiveServerSentEvents(asking) : receiveOverWebSocket(asking);
    this.opened += 1;
    this.#cursor ??= stream.cursor;
    this.#taken = 0;
    return stream;
  }

  async #read(stream: Received): Promise<void> {
    let isOver = false;
    void stream.ended.then(() => {
      isOver = true;
    });
    for (let quietSince = performance.now(); !isOver && !this.#stopped; ) {
      await wait(LOOK_MS);
      const heardAt = stream.heardAt();
      quietSince = Math.max(quietSince, heardAt);
      this.#take(stream);
      if (performance.now() - quietSince > SILENT_MAX_MS) break;
    }
    this.#take(stream);
    stream.close();
  }

  #take(stream: Received): void {
    for (const { data } of stream.events.slice(this.#taken)) {
      this.fold.add(data[this.#field]);
      this.#cursor = data[this.#field].cursor;
      this.#taken += 1;
    }
  }
}

/** Subscribes through all faults, and holds what the events add up to against the chain at the end. */
export class EventWatcher {
  readonly #stage: Stage;
  readonly #addresses: string[];
  readonly #clients: FoldingClient[];

  constructor(stage: Stage, tree: BlockTree) {
    this.#stage = stage;
    this.#addresses = tree.owners.slice(0, WATCHED_OWNERS);
    this.#clients = (['sse', 'ws'] as const).flatMap((transport) => [
      new FoldingClient(stage, 'chainEvents', transport, BLOCKS),
      new FoldingClient(stage, 'addressActivity', transport, ACTIVITY, { addresses: this.#addresses }),
    ]);
  }

  start(): void {
    for (const client of this.#clients) client.start();
  }

  /** Stops all clients. */
  async stop(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.stop()));
  }

  /** Streams that were opened: more than clients where a fault ended some. */
  get opened(): number {
    return this.#clients.reduce((sum, { opened }) => sum + opened, 0);
  }

  /** @param tip the last block, at which all stands by now. @returns violations in words */
  async check(tip: TreeBlock): Promise<string[]> {
    const violations: string[] = [];
    for (const client of this.#clients) {
      const isBlocks = client.name.startsWith('chainEvents');
      try {
        await waitFor(
          async () =>
            isBlocks ? this.#blockFault(client, tip) === undefined : (await this.#activityFault(client)) === undefined,
          { what: `${client.name} to come to the tip`, timeoutMs: CATCH_UP_MS },
        );
      } catch {
        const fault = isBlocks ? this.#blockFault(client, tip) : await this.#activityFault(client);
        violations.push(`${client.name}: ${fault}`);
      }
      violations.push(...client.fold.faults.map((fault) => `${client.name}: ${fault}`));
    }
    return violations;
  }

  #blockFault({ fold }: FoldingClient, tip: TreeBlock): string | undefined {
    const told = fold.told.map(({ hash }) => hash);
    const chain = chainOf(tip).map(({ hash }) => hash);
    const expected = chain.slice(chain.length - told.length);
    if (told.length > 0 && JSON.stringify(told) === JSON.stringify(expected)) return undefined;
    return `told ${told.slice(-5).join(' ')}; the chain ends ${expected.slice(-5).join(' ')}`;
  }

  /** Transactions of the watched addresses, from the first block that the client was told of. */
  async #activityFault({ fold }: FoldingClient): Promise<string | undefined> {
    const told = fold.told.map(
      ({ event }) => `${event.address.address} ${event.activity.txid} ${event.activity.balanceAfter}`,
    );
    const from = fold.told[0]?.height;
    if (from === undefined) return undefined;
    const expected: string[] = [];
    for (const address of this.#addresses) {
      const range = `fromHeight: ${from}, order: ASC, limit: 100`;
      const answer = await askStage(
        this.#stage,
        `{ addressTransactions(address: "${address}", ${range}) { hasMore transactions { txid balanceAfter } } }`,
      );
      const { transactions = [], hasMore } = answer.data?.addressTransactions ?? {};
      if (hasMore === true) return undefined;
      for (const { txid, balanceAfter } of transactions as Untyped[])
        expected.push(`${address} ${txid} ${balanceAfter}`);
    }
    const missing = expected.filter((one) => !told.includes(one));
    const extra = told.filter((one) => !expected.includes(one));
    if (missing.length + extra.length === 0 && told.length === expected.length) return undefined;
    return `missing ${JSON.stringify(missing.slice(0, 3))}, too much ${JSON.stringify(extra.slice(0, 3))}, ${told.length} of ${expected.length}`;
  }
}
