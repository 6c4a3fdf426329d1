import { buildSchema, type GraphQLSchema } from 'graphql';
import type { GatewayClient } from './gateway-client.ts';

/** Between two readings of the schema. */
const FRESH_MS = 1_000;

/** The schema that clients see, as the gateway has it. However many ask, it is read once a second; while the gateway is away, the last one counts. */
export class ApiSchema {
  readonly #gateway: Pick<GatewayClient, 'apiSchema'>;
  #reading: Promise<void> | undefined;
  #until = 0;
  #text = '';
  #schema: GraphQLSchema | undefined;

  constructor(gateway: Pick<GatewayClient, 'apiSchema'>) {
    this.#gateway = gateway;
  }

  /** The same object for as long as the schema is the same. @throws GatewayAway where it was never read */
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
