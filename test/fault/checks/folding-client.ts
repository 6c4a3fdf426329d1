import { setTimeout as wait } from 'node:timers/promises';
import {
  type Received,
  receiveOverWebSocket,
  receiveServerSentEvents,
  type Subscribing,
} from '@ledgergraph/test-kit/event-client';
import { Fold } from '../../e2e/live/fold.ts';
import type { Stage } from '../stage/start-stage.ts';

const RETRY_MS = 200;
/** A stream sends something every ten seconds; one that is silent for longer is dead. */
const SILENT_MAX_MS = 15_000;
const LOOK_MS = 250;

type Transport = 'sse' | 'ws';

/** Connects again with its cursor whenever its stream ends. */
export class FoldingClient {
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
  opened = 0;
  received = 0;

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

  get cursor(): string | undefined {
    return this.#cursor;
  }

  async beginning(): Promise<string | undefined> {
    const stream = await receiveServerSentEvents(this.#asking());
    stream.close();
    return stream.cursor;
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

  /** Only Server-Sent Events report where a stream begins before its first event. */
  async #open(): Promise<Received> {
    const asking = { ...this.#asking(), after: this.#cursor };
    const isFirst = this.#cursor === undefined;
    const stream =
      this.#transport === 'sse' || isFirst ? await receiveServerSentEvents(asking) : receiveOverWebSocket(asking);
    this.opened += 1;
    this.#cursor ??= stream.cursor;
    this.#taken = 0;
    return stream;
  }

  #asking(): Subscribing {
    return {
      gatewayUrl: this.#stage.url('gateway'),
      key: this.#stage.key,
      query: this.#query,
      variables: this.#variables,
    };
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
    for (const { data, errors } of stream.events.slice(this.#taken)) {
      this.#taken += 1;
      this.received += 1;
      const event = data?.[this.#field];
      if (event == null) {
        this.fold.faults.push(`an event without data: ${JSON.stringify(errors)}`);
        continue;
      }
      this.fold.add(event);
      this.#cursor = event.cursor;
    }
  }
}
