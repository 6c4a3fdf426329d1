import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import type { Subject } from '@ledgergraph/proto-schemas/subjects';
import type { Bus } from './bus.ts';

type Listener = (data: Uint8Array) => void;

/** For tests: same encoding, delivered in a later turn of the event loop. */
export class MemoryBus implements Bus {
  readonly #listeners = new Map<Subject, Set<Listener>>();

  publish<Desc extends DescMessage>(subject: Subject, schema: Desc, message: MessageInitShape<Desc>): void {
    const data = toBinary(schema, create(schema, message));
    for (const listener of this.#listeners.get(subject) ?? []) setImmediate(() => listener(data));
  }

  async publishConfirmed<Desc extends DescMessage>(
    subject: Subject,
    schema: Desc,
    message: MessageInitShape<Desc>,
  ): Promise<boolean> {
    this.publish(subject, schema, message);
    return true;
  }

  subscribe<Desc extends DescMessage>(
    subject: Subject,
    schema: Desc,
    handler: (event: MessageShape<Desc>) => void | Promise<void>,
  ): () => void {
    const listener: Listener = (data) => void handler(fromBinary(schema, data));
    const listeners = this.#listeners.get(subject) ?? new Set<Listener>();
    listeners.add(listener);
    this.#listeners.set(subject, listeners);
    return () => listeners.delete(listener);
  }

  isConnected(): boolean {
    return true;
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }
}
