import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { buildSchema } from 'graphql';
import { offeredWebhooks } from './offered-webhooks.ts';

const LINK = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible"])`;
const SHOP = `${LINK} @link(url: "https://ledgergraph.invalid/events/v1.0", import: ["@event", "@keyFrom", "@webhook"])
  scalar BigInt
  type ChangePlace @shareable { height: BigInt! }
  type Query {
    sales(chainId: String!, fromHeight: BigInt!, toHeight: BigInt!, ids: [String!], limit: Int): [ChangePlace!] @inaccessible
  }
  type Item @key(fields: "chainId no at") { chainId: String! no: Int! at: BigInt @inaccessible price: Int }
  type Subscription {
    sold(chainId: String): SoldEvent
      @event(changes: "sales")
      @webhook(name: "item.sold", description: "Sold.", select: "item { weight }")
  }
  union SoldEvent = Sold | BlocksRemoved
  type Sold implements Event {
    cursor: String! chainId: String! blockHeight: BigInt! blockHash: String! item: Item! @keyFrom(reference: "no")
  }`;
const scales = (field: string): string => `${LINK} scalar BigInt
  type Item @key(fields: "chainId no at") { chainId: String! no: Int! at: BigInt @inaccessible ${field} }
  type Query { scales: Int }`;

function offered(field: string): string[] {
  const { supergraphSdl, apiSdl } = composeSupergraph([
    { name: 'shop', sdl: SHOP },
    { name: 'scales', sdl: scales(field) },
  ]);
  return offeredWebhooks(supergraphSdl, buildSchema(apiSdl)).types.map(({ name }) => name);
}

test('a webhook is offered as long as the graph has what it selects, of whichever team', () => {
  expect(offered('weight: Int')).toEqual(['item.sold']);
  expect(offered('')).toEqual([]);
});
