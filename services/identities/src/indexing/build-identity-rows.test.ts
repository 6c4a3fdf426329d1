import { exactJson, type JsonValue, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import type { IdentityRows, RevisionRow } from '#/db/tables.ts';
import { friendlyName, fullyQualifiedName } from '#/rules/full-name.ts';
import { isRevoked } from '#/rules/lock.ts';
import { NameTree } from '#/rules/name-tree.ts';
import { type NodeIdentity, type RecordedChain, readRecordedChain } from '../../test/recorded-chain.ts';
import { buildIdentityRows } from './build-identity-rows.ts';
import { readBlock } from './read-blocks.ts';

interface NodeAnswer {
  friendlyname: string;
  fullyqualifiedname: string;
  status: string;
  blockheight: number;
  txid: string;
  vout: number;
  identity: NodeIdentity;
  history: { identity: NodeIdentity; height: number; output: { txid: string; voutnum: number } }[];
}

function rowsOf(chain: RecordedChain): IdentityRows {
  const names = new NameTree();
  names.addCurrency(identityAddressOf(['VRSCTEST']), { name: 'VRSCTEST', parentId: null });
  return buildIdentityRows(chain.blocks.map(readBlock), { last: new Map(), ordinal: 0, names });
}

function inNodesWords(state: RevisionRow, parentId: string | null | undefined): Partial<NodeIdentity> {
  return {
    version: state.structureVersion,
    flags: Number(state.flags),
    name: state.name,
    identityaddress: state.identityAddress,
    parent: parentId ?? 'none',
    systemid: state.systemId ?? 'none',
    primaryaddresses: state.primaryAddresses,
    minimumsignatures: state.minimumSignatures,
    revocationauthority: state.revocationAuthority ?? 'none',
    recoveryauthority: state.recoveryAuthority ?? 'none',
    timelock: Number(state.timelock),
    contentmap: plain(parseLossless(state.contentMap)) as Record<string, string>,
    ...(state.structureVersion < 3 ? {} : { contentmultimap: plain(parseLossless(state.contentMultiMap)) as object }),
  } as Partial<NodeIdentity>;
}

function plain(value: JsonValue | undefined): unknown {
  return value === undefined ? undefined : exactJson(value);
}

describe.each([
  { recording: 'vrsctest-a' as const, identities: 22, revisions: 66, asked: 221 },
  { recording: 'pchain-a' as const, identities: 5, revisions: 5, asked: 16 },
])('$recording', ({ recording, identities, revisions, asked }) => {
  const chain = readRecordedChain(recording);
  const rows = rowsOf(chain);
  const registrations = new Map(rows.registrations.map((row) => [row.identityAddress, row]));
  const revisionsOf = (address: unknown): RevisionRow[] =>
    rows.revisions.filter((row) => row.identityAddress === address);
  const nodesWordsOf = (row: RevisionRow) => inNodesWords(row, registrations.get(row.identityAddress)?.parentId);
  const answersTo = (method: string) => chain.answers.filter((answer) => answer.method === method);

  test('counts', () => {
    expect(rows.registrations).toHaveLength(identities);
    expect(rows.revisions).toHaveLength(revisions);
    expect(rows.registrations.map((row) => row.ordinal)).toEqual(rows.registrations.map((_, index) => index + 1));
    expect(answersTo('getidentity')).toHaveLength(asked);
  });

  test('every revision is the one getidentityhistory has', () => {
    for (const answer of answersTo('getidentityhistory')) {
      const { history } = plain(answer.result) as NodeAnswer;
      const ours = revisionsOf(answer.params[0]);
      expect(ours.map((row) => row.version)).toEqual(history.map((_, index) => index + 1));
      expect(
        ours.map((row) => ({ height: row.height, txid: row.txid, vout: row.vout, identity: nodesWordsOf(row) })),
      ).toEqual(
        history.map(({ height, output, identity }) => ({ height, txid: output.txid, vout: output.voutnum, identity })),
      );
    }
  });

  test('the last revision at or below a height is what getidentity answers there, names included', () => {
    for (const answer of answersTo('getidentity')) {
      const [address, height] = plain(answer.params) as [string, number?];
      const ours = revisionsOf(address).findLast((row) => height === undefined || row.height <= Number(height));
      if (answer.error !== undefined) {
        expect([address, height, ours]).toEqual([address, height, undefined]);
        continue;
      }
      const node = plain(answer.result) as NodeAnswer;
      const { parentPath } = registrations.get(address) ?? { parentPath: 'not registered' };
      expect({
        height: ours?.height,
        txid: ours?.txid,
        vout: ours?.vout,
        identity: ours && nodesWordsOf(ours),
        revoked: ours && isRevoked(ours),
        friendly: friendlyName(node.identity.name, parentPath),
        full: fullyQualifiedName(node.identity.name, parentPath),
      }).toEqual({
        height: node.blockheight,
        txid: node.txid,
        vout: node.vout,
        identity: node.identity,
        revoked: node.status === 'revoked',
        friendly: node.friendlyname,
        full: node.fullyqualifiedname,
      });
    }
  });

  test('open spans of a primary address are what getidentitieswithaddress finds', () => {
    for (const answer of answersTo('getidentitieswithaddress')) {
      const { address } = plain(answer.params[0]) as { address: string };
      const node = plain(answer.result ?? []) as NodeIdentity[];
      const ours = rows.holders.filter(
        (row) => row.role === 'PRIMARY' && row.holder === address && row.toHeight === null,
      );
      expect(ours.map((row) => row.identityAddress).sort()).toEqual(node.map((row) => row.identityaddress).sort());
    }
  });
});

test('registration data of vrsctest-a: referrals, parents and operations', () => {
  const rows = rowsOf(readRecordedChain('vrsctest-a'));
  const address = new Map(rows.revisions.map((row) => [row.name, row.identityAddress]));
  const referral = (name: string) =>
    rows.registrations.find((row) => row.identityAddress === address.get(name))?.referral;
  expect([referral('beta'), referral('zeta'), referral('alpha')]).toEqual([
    address.get('alpha'),
    address.get('delta'),
    null,
  ]);
  const operations = (name: string) =>
    rows.revisions.filter((row) => row.name === name).map((row) => row.operations.join('+'));
  expect(operations('beta')).toEqual(['REGISTER', 'REVOKE', 'RECOVER+UPDATE']);
  expect(operations('zeta')).toEqual(['REGISTER', 'UPDATE', 'UPDATE', 'REVOKE', 'RECOVER+UPDATE']);
  expect(operations('epsilon')).toEqual(['REGISTER', 'LOCK', 'UNLOCK']);
  expect(operations('eta')).toEqual(['REGISTER', 'LOCK']);
  expect(operations('tok1')).toEqual(['REGISTER', 'UPDATE']);
});

test('a span ends with the revision that no longer names the holder', () => {
  const rows = rowsOf(readRecordedChain('vrsctest-a'));
  const zeta = rows.holders.filter((row) => row.identityAddress === 'iJgbA555pBoU4ioBvS6AgfBNPKnqWUe4Lm');
  const spans = zeta
    .filter((row) => row.role === 'REVOCATION')
    .map((row) => [row.fromVersion, row.fromHeight, row.toHeight]);
  expect(spans).toEqual([
    [1, 179, 339],
    [3, 339, null],
  ]);
});

test('a name is found by each of its labels but the root', () => {
  const rows = rowsOf(readRecordedChain('pchain-a'));
  const paths = rows.labels.map((row) => [row.position, Buffer.from(row.path).toString()]);
  expect(paths).toEqual([
    [0, 'delta'],
    [0, 'eta'],
    [0, 'bridge.pchain'],
    [1, 'pchain'],
    [0, 'alpha'],
    [0, 'pchain'],
  ]);
});
