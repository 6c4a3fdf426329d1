import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { execute, parse } from 'graphql';
import { ALL_PRODUCTS, ALL_REVIEWS, inventoryOf, reviewsOf, USERS, userWithReviews } from './public-data.ts';
import { PUBLIC_SCHEMAS, type PublicSubgraph } from './public-schemas.ts';

type Found = { id: string; upc: string };

// biome-ignore lint/suspicious/noExplicitAny: resolver maps are typed by their schema alone
const RESOLVERS: Record<PublicSubgraph, Record<string, any>> = {
  accounts: {
    Query: {
      me: () => USERS[0],
      user: (_: unknown, { id }: Found) => USERS.find((user) => user.id === id),
      users: () => USERS,
    },
    User: { __resolveReference: ({ id }: Found) => USERS.find((user) => user.id === id) },
  },
  inventory: { Product: { __resolveReference: inventoryOf } },
  products: {
    Query: { topProducts: (_: unknown, { first }: { first: number }) => ALL_PRODUCTS.slice(0, first) },
    Product: { __resolveReference: ({ upc }: Found) => ALL_PRODUCTS.find((product) => product.upc === upc) },
  },
  reviews: {
    Review: { __resolveReference: ({ id }: Found) => ALL_REVIEWS.find((review) => review.id === id) },
    User: { __resolveReference: ({ id }: Found) => userWithReviews(id) },
    Product: {
      __resolveReference: ({ upc }: Found) => ({ upc }),
      reviews: ({ upc }: Found) => reviewsOf(upc),
    },
  },
};

export async function startPublicSubgraphs(cleanup: AsyncDisposableStack): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  for (const [name, sdl] of Object.entries(PUBLIC_SCHEMAS)) {
    const schema = buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: RESOLVERS[name as PublicSubgraph] }]);
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { query, variables = {} } = JSON.parse(Buffer.concat(chunks).toString());
      const result = await execute({ schema, document: parse(query), variableValues: variables });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(result));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanup.defer(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    urls.set(name, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  return urls;
}
