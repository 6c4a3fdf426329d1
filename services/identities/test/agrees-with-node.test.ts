import { exactJson, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { type NodeIdentity, readRecordedChain } from './recorded-chain.ts';
import { openSubgraph, type Subgraph } from './subgraph.ts';

interface NodeAnswer {
  friendlyname: string;
  fullyqualifiedname: string;
  status: string;
  blockheight: number;
  txid: string;
  vout: number;
  identity: NodeIdentity;
  history: { identity: NodeIdentity; height: number; blockhash: string; output: { txid: string; voutnum: number } }[];
}

const STATE = `flags name primaryAddresses minimumSignatures revocationAuthority recoveryAuthority privateAddress timelock contentMap contentMultiMap`;
const BY_ADDRESS = `query ($chainId: String, $address: String!, $asOf: AsOf) { identity(chainId: $chainId, identity: $address, asOf: $asOf) {
  ${STATE} identityAddress friendlyName fullyQualifiedName status parentId systemId structureVersion blockHeight txid vout contentAggregate } }`;
const HISTORY = `query ($chainId: String, $address: String!, $cursor: String) { identityHistory(chainId: $chainId, identity: $address, cursor: $cursor, limit: 7) {
  nextCursor versions { ${STATE} version blockHeight block { hash } timestamp txid vout } } }`;
const BY_PRIMARY = `query ($chainId: String, $address: String) { identities(chainId: $chainId, primaryAddress: $address) {
  totalCount hasMore identities { identityAddress txid vout } } }`;

function stateOf(identity: NodeIdentity) {
  return {
    flags: identity.flags,
    name: identity.name,
    primaryAddresses: identity.primaryaddresses,
    minimumSignatures: identity.minimumsignatures,
    revocationAuthority: identity.revocationauthority,
    recoveryAuthority: identity.recoveryauthority,
    privateAddress: null,
    timelock: identity.timelock,
    contentMap: identity.contentmap,
    contentMultiMap: identity.contentmultimap ?? {},
  };
}

describe.each(['vrsctest-a' as const, 'pchain-a' as const])('%s', (recording) => {
  const { network, blocks, answers } = readRecordedChain(recording);
  const { chainId } = network;
  const headers = { 'x-ledgergraph-environment': network.environment };
  const times = new Map(blocks.map((block) => [block.height, Number(block.time)]));
  let indexed: IndexedDatabase;
  let subgraph: Subgraph;

  beforeAll(async () => {
    indexed = await openIndexedDatabase();
    await indexed.announce(network);
    await indexed.apply(network, blocks);
    subgraph = await openSubgraph(indexed.db);
  });
  afterAll(async () => {
    await subgraph.close();
    await indexed.close();
  });

  function answersTo(method: string): { params: unknown[]; result: NodeAnswer; failed: boolean }[] {
    const asked = answers.filter((answer) => answer.method === method);
    return asked.map(({ params, result, error }) => ({
      params: params.map((param: JsonValue) => exactJson(param)),
      result: exactJson(result ?? null) as unknown as NodeAnswer,
      failed: error !== undefined,
    }));
  }

  test('each identity now and at each recorded height', async () => {
    const asked = answersTo('getidentity').filter(({ params }) => String(params[0]).startsWith('i'));
    expect(asked.length).toBeGreaterThan(10);
    for (const { params, result, failed } of asked) {
      const [address, height] = params;
      const asOf = height === undefined ? null : { height };
      const { data, errors } = await subgraph.ask(BY_ADDRESS, { chainId, address, asOf }, headers);
      if (failed) {
        expect([data.identity, errors[0]?.extensions.code]).toEqual([null, 'NOT_FOUND']);
        continue;
      }
      const { identity } = result;
      expect(data.identity).toMatchObject({
        ...stateOf(identity),
        identityAddress: identity.identityaddress,
        friendlyName: result.friendlyname,
        fullyQualifiedName: result.fullyqualifiedname,
        parentId: identity.parent,
        systemId: identity.systemid,
        structureVersion: identity.version,
        blockHeight: result.blockheight,
        txid: result.txid,
        vout: result.vout,
      });
      expect(data.identity.status === 'REVOKED').toBe(result.status === 'revoked');
    }
  });

  test('each history, page by page, and the content of all revisions', async () => {
    for (const { params, result } of answersTo('getidentityhistory')) {
      const [address] = params;
      const rows: Record<string, unknown>[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { data } = await subgraph.ask(HISTORY, { chainId, address, cursor }, headers);
        rows.push(...data.identityHistory.versions);
        cursor = data.identityHistory.nextCursor;
      }
      const expected = result.history.map(({ identity, height, blockhash, output }, index) => ({
        ...stateOf(identity),
        version: index + 1,
        blockHeight: height,
        block: { hash: blockhash },
        timestamp: new Date((times.get(height) ?? 0) * 1000).toISOString().replace('.000', ''),
        txid: output.txid,
        vout: output.voutnum,
      }));
      expect(rows).toEqual(expected);
    }
    for (const { params, result } of answersTo('getidentitycontent')) {
      const { data } = await subgraph.ask(BY_ADDRESS, { chainId, address: params[0] }, headers);
      expect(data.identity.contentAggregate).toEqual(result.identity.contentmultimap ?? {});
    }
  });

  test('identities by primary address', async () => {
    for (const { params, result } of answersTo('getidentitieswithaddress')) {
      const { address } = params[0] as { address: string };
      const node = result as unknown as (NodeIdentity & { txout: { txid: string; voutnum: number } })[];
      const { data } = await subgraph.ask(BY_PRIMARY, { chainId, address }, headers);
      const expected = node.map(({ identityaddress, txout }) => ({
        identityAddress: identityaddress,
        txid: txout.txid,
        vout: txout.voutnum,
      }));
      expect(data.identities.totalCount).toBe(node.length);
      expect(data.identities.hasMore).toBe(false);
      expect(data.identities.identities).toHaveLength(node.length);
      expect(data.identities.identities).toEqual(expect.arrayContaining(expected));
    }
  });
});
