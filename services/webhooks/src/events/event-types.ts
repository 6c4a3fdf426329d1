import type { GatewayClient } from '#/gateway/gateway-client.ts';
import { EventCatalog } from './event-catalog.ts';

const LOOK_MS = 1_000;

export class EventTypes {
  readonly #gateway: Pick<GatewayClient, 'webhookTypes'>;
  #known: { text: string; catalog: EventCatalog } | undefined;
  #freshUntil = 0;
  #reading: Promise<void> | undefined;

  constructor(gateway: Pick<GatewayClient, 'webhookTypes'>) {
    this.#gateway = gateway;
  }

  /** A new object means new types. While the gateway is unreachable, the last known ones. @throws GatewayAway if they were never read */
  async current(): Promise<EventCatalog> {
    if (performance.now() >= this.#freshUntil) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading.catch((error: unknown) => {
        if (this.#known === undefined) throw error;
      });
    }
    return (this.#known as { catalog: EventCatalog }).catalog;
  }

  async #read(): Promise<void> {
    const text = await this.#gateway.webhookTypes();
    if (this.#known?.text !== text) this.#known = { text, catalog: new EventCatalog(JSON.parse(text)) };
    this.#freshUntil = performance.now() + LOOK_MS;
  }
}
