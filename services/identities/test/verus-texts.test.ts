import type { Untyped } from '@ledgergraph/test-kit/client';
import { type JsonObject, parseLossless, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { listContents } from '#/db/list-contents.ts';
import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';
import { openSubgraph, type Subgraph } from './subgraph.ts';

const VERSION = `query ($chainId: String!, $identityAddress: String!, $height: BigInt!) {
  identity(chainId: $chainId, identity: $identityAddress, asOf: { height: $height }) { verusJson txid vout }
  identityHistory(chainId: $chainId, identity: $identityAddress, limit: 100) { versions { verusJson txid vout } } }`;
const CONTENT = `query ($chainId: String!, $identity: String!, $fromHeight: BigInt, $toHeight: BigInt, $key: String, $keepRemoved: Boolean) {
  identity(chainId: $chainId, identity: $identity) {
    verusContent(fromHeight: $fromHeight, toHeight: $toHeight, key: $key, keepRemoved: $keepRemoved) } }`;
const CONTROL = `query ($chainId: String!, $controller: String!, $role: ControlRole!, $latestOnly: Boolean, $fromHeight: BigInt, $toHeight: BigInt, $cursor: String) {
  controlledIdentities(chainId: $chainId, controller: $controller, role: $role, latestOnly: $latestOnly, fromHeight: $fromHeight,
    toHeight: $toHeight, limit: 2, cursor: $cursor) { totalCount hasMore nextCursor versions { identityAddress verusJson txid vout } } }`;

interface Control {
  controller: string;
  role: 'PRIMARY' | 'REVOCATION' | 'RECOVERY';
  latestOnly?: boolean;
  fromHeight?: number;
  toHeight?: number;
}

interface Revision {
  identityAddress: string;
  height: number;
  txid: string;
  vout: number;
  verusJson: string;
}

describe.each(['vrsctest-a' as const, 'pchain-a' as const, 'mempool-a' as const])('%s', (recording) => {
  const { network, blocks, answers } = readRecordedChain(recording);
  const { chainId } = network;
  const headers = { 'x-ledgergraph-environment': network.environment };
  const tip = blocks.length - 1;
  const revisions = blocks.flatMap(({ height, transactions }) =>
    transactions.flatMap(({ txid, outputs }) =>
      outputs.flatMap(({ kind, payloadJson, index }): Revision[] => {
        if (kind !== 'identityprimary') return [];
        const { identityaddress } = parseLossless(payloadJson) as { identityaddress: string };
        const place = { height, txid: Buffer.from(txid).toString('hex'), vout: index };
        return [{ identityAddress: identityaddress, ...place, verusJson: payloadJson }];
      }),
    ),
  );
  const addresses = [...new Set(revisions.map(({ identityAddress }) => identityAddress))].toSorted();
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

  async function ask(query: string, variables: object) {
    const { data, errors } = await subgraph.ask(query, { chainId, ...variables }, headers);
    expect(errors).toEqual([]);
    return data;
  }

  test('contents that are read together have a bound, which counts those of all identities', async () => {
    const keys = addresses.map((identityAddress) => ({ chainId, identityAddress, fromHeight: 0, toHeight: tip }));
    const contents = await listContents(indexed.db, keys);
    const bytes = contents.flatMap((written) => written ?? []).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(await listContents(indexed.db, keys, bytes)).toEqual(contents);
    const none = contents.map((written) => (written?.length === 0 ? [] : null));
    expect(await listContents(indexed.db, keys, bytes - 1)).toEqual(none);
  });

  async function walkControl(control: Control): Promise<Omit<Revision, 'height'>[]> {
    const rows: Omit<Revision, 'height'>[] = [];
    for (let cursor: string | null = null, more = true; more; ) {
      const { controlledIdentities: page }: Untyped = await ask(CONTROL, { ...control, cursor });
      rows.push(...page.versions);
      ({ hasMore: more, nextCursor: cursor } = page);
      if (!more) expect(page.totalCount).toBe(rows.length);
    }
    return rows;
  }

  /** By the blocks alone. */
  function expectControl({ controller, role, latestOnly = false, fromHeight = 0, toHeight = tip }: Control) {
    return addresses.flatMap((address) => {
      const own = revisions.filter(({ identityAddress }) => identityAddress === address);
      const candidates = latestOnly ? own.slice(-1) : own;
      const found = candidates.find(({ height, verusJson }) => {
        const state = parseLossless(verusJson) as Record<string, unknown>;
        const holders = {
          PRIMARY: state.primaryaddresses,
          REVOCATION: [state.revocationauthority],
          RECOVERY: [state.recoveryauthority],
        };
        return height >= fromHeight && height <= toHeight && (holders[role] as string[]).includes(controller);
      });
      if (found === undefined) return [];
      const { height: _, ...rest } = found;
      return [rest];
    });
  }

  test('each revision has the text of its output', async () => {
    expect(revisions.length).toBeGreaterThan(4);
    for (const { identityAddress, height, ...text } of revisions) {
      const data = await ask(VERSION, { identityAddress, height });
      expect(data.identityHistory.versions).toContainEqual(text);
      const last = revisions.findLast((one) => one.identityAddress === identityAddress && one.height === height);
      expect(data.identity).toEqual({ txid: last?.txid, vout: last?.vout, verusJson: last?.verusJson });
    }
  });

  test('the content of all revisions has the text that the node prints', async () => {
    const asked = answers.filter(({ method }) => method === 'getidentitycontent');
    expect(asked.length).toBeGreaterThan(4);
    for (const { params, result } of asked) {
      const { identity } = result as { identity: Record<string, never> };
      const data = await ask(CONTENT, { identity: params[0] });
      expect(data.identity.verusContent).toBe(stringifyLossless(identity.contentmultimap ?? {}));
    }
  });

  test('who is named by a revision controls the identity, in the order of the bytes of i-addresses', async () => {
    const states = revisions.map(({ verusJson }) => parseLossless(verusJson) as Record<string, string & string[]>);
    const named = {
      PRIMARY: states.flatMap((state) => state.primaryaddresses ?? []),
      REVOCATION: states.flatMap((state) => state.revocationauthority ?? []),
      RECOVERY: states.flatMap((state) => state.recoveryauthority ?? []),
    };
    const middle = revisions[revisions.length >> 1]?.height ?? 0;
    for (const role of ['PRIMARY', 'REVOCATION', 'RECOVERY'] as const) {
      for (const controller of new Set(named[role])) {
        for (const latestOnly of [false, true]) {
          for (const range of [
            {},
            { fromHeight: middle },
            { toHeight: middle },
            { fromHeight: Math.max(middle - 50, 0), toHeight: middle + 50 },
          ]) {
            const control = { controller, role, latestOnly, ...range };
            expect({ control, rows: await walkControl(control) }).toEqual({ control, rows: expectControl(control) });
          }
        }
      }
    }
  });

  test('getidentitieswithaddress', async () => {
    for (const { params, result } of answers.filter(({ method }) => method === 'getidentitieswithaddress')) {
      const { address } = params[0] as { address: string };
      const rows = await walkControl({ controller: address, role: 'PRIMARY', latestOnly: true });
      const node = (result as { txout: JsonObject }[]).map(({ txout, ...identity }) => ({ identity, txout }));
      expect(rows.map(({ verusJson }) => verusJson)).toEqual(node.map(({ identity }) => stringifyLossless(identity)));
      expect(rows.map(({ txid, vout }) => `{"txid":"${txid}","voutnum":${vout}}`)).toEqual(
        node.map(({ txout }) => stringifyLossless(txout)),
      );
    }
  });
});
