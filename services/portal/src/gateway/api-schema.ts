import { buildSchema, type GraphQLSchema } from 'graphql';
import type { GatewayClient } from './gateway-client.ts';

const FRESH_MS = 1_000;

/** Read once a second; while the gateway is away, the last one counts. */
export class ApiSchema {
  readonly #gateway: Pick<GatewayClient, 'apiSchema'>;
  #reading: Promise<void> | undefined;
  #until = 0;
  #text = '';
  #schema: GraphQLSchema | undefined;

  constructor(gateway: Pick<GatewayClient, 'apiSchema'>) {
    this.#gateway = gateway;
  }

  /** The object stays while the schema does. @throws GatewayAway if it was never read */
  async read(): Promise<GraphQLSchema> {
    if (performance.now() >= this.#until) {
      this.#reading ??= this.#readOnce().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return this.#schema as GraphQLSchema;
  }

  async #readOnce(): Promise<void> {
    try {
      const text = await this.#gateway.apiSchema();
      if (text !== this.#text || this.#schema === undefined) this.#schema = buildSchema(text, { assumeValidSDL: true });
      this.#text = text;
    } catch (error) {
      if (this.#schema === undefined) throw error;
    }
    this.#until = performance.now() + FRESH_MS;
  }
}
