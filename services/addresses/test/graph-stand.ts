import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { AddressDatabase } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';

/** Present from `beforeAll` on. */
export interface GraphStand {
  database: AddressDatabase;
  graph: AddressGraph;
  ask(query: string, variables?: Record<string, unknown>): Promise<Untyped>;
}

export function standOf(blocks: readonly Block[], environment: 'MAINNET' | 'TESTNET'): GraphStand {
  const stand = {
    async ask(query, variables = {}) {
      const { data, errors } = await stand.graph.ask(query, variables, { environment });
      expect(errors).toBeUndefined();
      return data;
    },
  } as GraphStand;
  beforeAll(async () => {
    stand.database = await AddressDatabase.create();
    await stand.database.apply(blocks);
    stand.graph = await openAddressGraph(stand.database);
  });
  afterAll(async () => {
    await stand.graph.close();
    await stand.database.close();
  });
  return stand;
}
