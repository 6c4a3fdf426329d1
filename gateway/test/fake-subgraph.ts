import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parseSubgraphSchema } from '@ledgergraph/graph-kit/event-spec';
import { readServiceSchema } from '@ledgergraph/test-kit/service-schema';
import { execute, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';

export interface ReceivedRequest {
  headers: IncomingMessage['headers'];
  query: string;
  variables: Record<string, unknown>;
}

// biome-ignore lint/suspicious/noExplicitAny: resolver maps of a fake need no rows to be typed against
export type Resolvers = Record<string, any>;

type Interception = (request: ReceivedRequest, response: ServerResponse) => boolean;

export class FakeSubgraph {
  readonly requests: ReceivedRequest[] = [];
  /** Answers in place of GraphQL when it returns true. */
  intercept: Interception = () => false;
  resolvers: Resolvers = {};
  extensions: object | undefined;
  typeDefs: string;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();

  /** @param typeDefs the service's own by default */
  constructor(service: string, typeDefs = readServiceSchema(service)) {
    this.typeDefs = typeDefs;
    this.#server = createServer((request, response) => void this.#handle(request, response));
    this.#server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.on('close', () => this.#connections.delete(socket));
    });
  }

  async start(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get connections(): number {
    return this.#connections.size;
  }

  reset(): void {
    this.requests.length = 0;
    this.intercept = () => false;
    this.resolvers = {};
    this.extensions = undefined;
  }

  #schema(): GraphQLSchema {
    return buildSubgraphSchema([{ typeDefs: parseSubgraphSchema(this.typeDefs), resolvers: this.resolvers }]);
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { query, variables = {} } = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedRequest;
    const request = { headers: incoming.headers, query, variables };
    this.requests.push(request);
    if (this.intercept(request, response)) return;
    const schema = this.#schema();
    const document = parse(query);
    const errors = validate(schema, document);
    const result =
      errors.length > 0
        ? {
            errors: errors.map(
              (error) => new GraphQLError(error.message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }),
            ),
          }
        : await execute({ schema, document, variableValues: variables });
    response.writeHead(errors.length > 0 ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...result, extensions: this.extensions }));
  }
}

export function coded(code: string, message = code, extensions: Record<string, unknown> = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...extensions } });
}
