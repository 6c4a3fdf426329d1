import { isBadPort } from '@ledgergraph/service-kit/bad-ports';
import { findFreePort, isPortFree } from '#/postgres/find-free-port.ts';
import { readKeptJson, writePrivate } from './kept-json.ts';

/** On 127.0.0.1, the same port at every start as long as it is free. */
export class Ports {
  readonly #file: string;
  readonly #kept: Map<string, number>;
  readonly #given = new Set<number>();
  /** Sequential: two simultaneous requests could get the same port. */
  #taking: Promise<unknown> = Promise.resolve();

  private constructor(file: string, kept: Map<string, number>) {
    this.#file = file;
    this.#kept = kept;
  }

  /** @param reserved never given out, because its process does not listen yet */
  static async open(file: string, reserved = 0): Promise<Ports> {
    const kept = ((await readKeptJson(file)) ?? {}) as Record<string, number>;
    const ports = new Ports(file, new Map(Object.entries(kept)));
    ports.#given.add(reserved);
    return ports;
  }

  take(name: string): Promise<number> {
    const taken = this.#taking.then(() => this.#take(name));
    this.#taking = taken.catch(() => undefined);
    return taken;
  }

  async #take(name: string): Promise<number> {
    let port = this.#kept.get(name);
    while (port === undefined || isBadPort(port) || this.#given.has(port) || !(await isPortFree(port))) {
      port = await findFreePort();
    }
    this.#given.add(port);
    if (this.#kept.get(name) !== port) {
      this.#kept.set(name, port);
      await writePrivate(this.#file, JSON.stringify(Object.fromEntries(this.#kept), null, 2));
    }
    return port;
  }
}
