import { type Ask, type Differences, forEachParallel, type RecordedAnswer, type Untyped, walk } from './oracle.ts';

const FIELDS = `identityAddress name friendlyName fullyQualifiedName status flags parentId systemId primaryAddresses
  minimumSignatures revocationAuthority recoveryAuthority privateAddress timelock contentMap contentMultiMap
  contentAggregate blockHeight txid vout structureVersion`;
const BY_ADDRESS = `query ($address: String!, $asOf: AsOf) { identity(identity: $address, asOf: $asOf) { ${FIELDS} } }`;
const BY_NAME = 'query ($name: String!) { identity(identity: $name) { identityAddress } }';
const HISTORY = `query ($address: String!, $cursor: String) { identityHistory(identity: $address, limit: 100, cursor: $cursor) {
  hasMore nextCursor versions {
    version blockHeight block { hash } txid vout name status flags primaryAddresses minimumSignatures
    revocationAuthority recoveryAuthority timelock contentMap contentMultiMap operations operation } } }`;
const MANY = 'query ($names: [String!]!) { identitiesByName(names: $names) { identityAddress } }';
const CONTROLLED = `query ($address: String!, $cursor: String) { address(address: $address) { controls(limit: 3, cursor: $cursor) {
  hasMore nextCursor totalCount identities { identityAddress txid vout } } } }`;
const BY_PRIMARY = `query ($address: String!, $cursor: String) { identities(primaryAddress: $address, limit: 100, cursor: $cursor) {
  hasMore nextCursor totalCount identities { identityAddress txid vout } } }`;

type NodeIdentity = Untyped;

const REVOKED = 0x8000;

function expectedRevision(identity: NodeIdentity): Record<string, unknown> {
  return {
    name: identity.name,
    flags: identity.flags,
    primaryAddresses: identity.primaryaddresses,
    minimumSignatures: identity.minimumsignatures,
    revocationAuthority: identity.revocationauthority,
    recoveryAuthority: identity.recoveryauthority,
    timelock: identity.timelock,
    contentMap: identity.contentmap,
    contentMultiMap: identity.contentmultimap ?? {},
  };
}

function pick(row: Record<string, unknown>, like: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(like).map((key) => [key, row[key]]));
}

export async function compareIdentities(ask: Ask, answers: RecordedAnswer[], differences: Differences): Promise<void> {
  const of = (method: string): RecordedAnswer[] => answers.filter((answer) => answer.method === method);
  await forEachParallel(of('getidentity'), (answer) => compareIdentity(ask, answer, differences));
  await forEachParallel(of('getidentityhistory'), (answer) => compareHistory(ask, answer, differences));
  await forEachParallel(of('getidentitycontent'), async (answer) => {
    const { data } = await ask(BY_ADDRESS, { address: answer.params[0] });
    differences.compare(
      `${answer.params[0]} content aggregate`,
      data.identity.contentAggregate,
      answer.result.identity.contentmultimap ?? {},
    );
  });
  await forEachParallel(of('getidentitieswithaddress'), async (answer) => {
    const { address } = answer.params[0] as { address: string };
    const ours = await walk(async (cursor) => {
      const { data } = await ask(BY_PRIMARY, { address, cursor });
      return { ...data.identities, rows: data.identities.identities };
    });
    const controlled = await walk(async (cursor) => {
      const { controls } = (await ask(CONTROLLED, { address, cursor })).data.address;
      return { ...controls, rows: controls.identities };
    });
    differences.compare(`${address} controls the identities that list it, in the same order`, controlled, ours);
    const key = (row: Record<string, unknown>): string => `${row.identityAddress} ${row.txid}:${row.vout}`;
    differences.compare(
      `identities of ${address}`,
      ours.map(key).sort(),
      answer.result.map((row: NodeIdentity) => `${row.identityaddress} ${row.txout.txid}:${row.txout.voutnum}`).sort(),
    );
  });
}

export async function compareIdentity(ask: Ask, answer: RecordedAnswer, differences: Differences): Promise<void> {
  const [address, height] = answer.params as [string, number | undefined];
  if (!address.startsWith('i')) {
    const { data, errors } = await ask(BY_NAME, { name: address });
    differences.compare(`${address} unknown`, [data.identity, errors[0]?.extensions.code], [null, 'NOT_FOUND']);
    return;
  }
  const what = `${address} at ${height ?? 'the tip'}`;
  const { data, errors } = await ask(BY_ADDRESS, { address, asOf: height === undefined ? null : { height } });
  if (answer.error !== undefined) {
    differences.compare(what, [data.identity, errors[0]?.extensions.code], [null, 'NOT_FOUND']);
    return;
  }
  const { result } = answer;
  const expected = {
    ...expectedRevision(result.identity),
    identityAddress: result.identity.identityaddress,
    friendlyName: result.friendlyname,
    fullyQualifiedName: result.fullyqualifiedname,
    parentId: result.identity.parent,
    systemId: result.identity.systemid,
    structureVersion: result.identity.version,
    privateAddress: result.identity.privateaddress ?? null,
    blockHeight: result.blockheight,
    txid: result.txid,
    vout: result.vout,
  };
  differences.compare(what, pick(data.identity ?? {}, expected), expected);
  differences.compare(`${what} revoked`, data.identity?.status === 'REVOKED', result.status === 'revoked');
  if (height === undefined) await compareNames(ask, address, result, differences);
}

async function compareNames(ask: Ask, address: string, result: NodeIdentity, differences: Differences): Promise<void> {
  const spellings = [result.friendlyname, result.fullyqualifiedname].flatMap((name: string) => [
    name,
    name.slice(0, -1),
    // Only ASCII letters fold in the protocol.
    name.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  ]);
  const names = [...new Set(spellings)];
  const many = await ask(MANY, { names: [...names, 'not registered@'] });
  differences.compare(
    `names ${names}`,
    [many.data.identitiesByName, many.errors.map(({ path, extensions: { code } }) => ({ path, code }))],
    [
      [...names.map(() => ({ identityAddress: address })), null],
      [{ path: ['identitiesByName', names.length], code: 'NOT_FOUND' }],
    ],
  );
  for (const name of names) {
    const { data, errors } = await ask(BY_NAME, { name });
    differences.compare(`name ${name}`, [data.identity?.identityAddress, errors], [address, []]);
  }
}

async function compareHistory(ask: Ask, answer: RecordedAnswer, differences: Differences): Promise<void> {
  const address = answer.params[0] as string;
  const ours = await walk(async (cursor) => {
    const { data } = await ask(HISTORY, { address, cursor });
    const { versions: rows, hasMore, nextCursor } = data.identityHistory;
    return { rows, hasMore, nextCursor };
  });
  const expected = answer.result.history.map((entry: NodeIdentity, index: number) => ({
    ...expectedRevision(entry.identity),
    version: index + 1,
    blockHeight: entry.height,
    block: { hash: entry.blockhash },
    txid: entry.output.txid,
    vout: entry.output.voutnum,
  }));
  differences.compare(`${address} revisions`, ours.length, expected.length);
  ours.forEach((row, index) => {
    differences.compare(`${address} revision ${index + 1}`, pick(row, expected[index] ?? {}), expected[index]);
    compareOperations(address, index, row, ours[index - 1], differences);
  });
}

/** Only operations that flags decide are checked: the node names none. */
function compareOperations(
  address: string,
  index: number,
  row: { operations: string[]; operation: string; flags: number },
  before: { flags: number } | undefined,
  differences: Differences,
): void {
  const what = `${address} revision ${index + 1}`;
  differences.compare(`${what} registers`, row.operations.includes('REGISTER'), index === 0);
  differences.compare(`${what} main operation`, row.operations.includes(row.operation), true);
  if (before === undefined) return;
  const revoked = { before: (before.flags & REVOKED) !== 0, now: (row.flags & REVOKED) !== 0 };
  differences.compare(`${what} revokes`, row.operations.includes('REVOKE'), !revoked.before && revoked.now);
  differences.compare(`${what} recovers`, row.operations.includes('RECOVER'), revoked.before && !revoked.now);
}
