import type { Values } from '#/gateway/gateway-client.ts';
import { objectOf } from '#/gateway/values.ts';
import { compareHashes } from '../../compare-hashes.ts';
import { type Json, RawJson } from '../../json.ts';
import { type Call, ListInObject, type Method } from '../../method.ts';
import { countParams, flagOf, textOf } from '../../read-params.ts';
import { invalidParameter } from '../../rpc-error.ts';
import { pagesFrom } from '../../whole-list.ts';
import type { PendingIdentity } from './pending-identities.ts';
import { type Range, readRange } from './range.ts';
import { readSubject, type Subject } from './read-subject.ts';
import { writeStatus } from './state.ts';

const USAGE = 'getidentityhistory "name@ or iid" ( heightstart heightend txproofs txproofheight )';
const NO_PROOFS = 'No proofs are made of a whole history. Ask getidentity for the proof of one revision: its txproof.';
const NO_HASH = '0'.repeat(64);
const VERSIONS = 'nextCursor versions { verusJson block { hash } blockHeight txid vout }';
const FIRST = `history(fromHeight: $from, toHeight: $to, order: ASC, limit: 100) { ${VERSIONS} }`;
const ALL = `query RpcIdentityHistory($chain: String!, $identity: String!, $from: BigInt, $to: BigInt, $limit: Int, $cursor: String) {
  identityHistory(chainId: $chain, identity: $identity, fromHeight: $from, toHeight: $to, limit: $limit, cursor: $cursor) { ${VERSIONS} }
}`;

export const getIdentityHistory: Method = {
  name: 'getidentityhistory',
  family: 'identities',
  answeredBy: 'rows',
  run: answer,
};

async function answer(call: Call): Promise<ListInObject> {
  countParams(call, 1, 5, USAGE);
  if (flagOf(call.params[3])) throw invalidParameter(NO_PROOFS);
  const range = readRange(call);
  const { from, to, isEmpty, withMempool } = range;
  const history = isEmpty ? {} : { fields: FIRST, variables: { from, to }, types: ', $from: BigInt, $to: BigInt' };
  const subject = await readSubject(call, { text: textOf(call.params[0]), toHeight: to, withMempool, ...history });
  const { state } = subject;
  const others = {
    fullyqualifiedname: subject.friendlyName,
    ...writeStatus(state),
    blockheight: state.blockHeight,
    txid: state.txid,
    vout: state.vout,
  };
  return new ListInObject('history', listHistory(call, subject, range), others);
}

async function* listHistory(
  call: Call,
  { identity, pending }: Subject,
  range: Range,
): AsyncGenerator<Json, void, void> {
  if (!range.isEmpty && identity !== undefined)
    for await (const versions of listVersions(call, identity, range)) yield* versions.map(writeVersion);
  yield* pending.toSorted(byTxid).map(writePending);
}

function listVersions(
  call: Call,
  identity: Values,
  { from, to }: Range,
): AsyncGenerator<readonly Values[], void, void> {
  const variables = { chain: call.chain, identity: identity.identityAddress, from, to };
  const path = ['identityHistory', 'versions'];
  return pagesFrom(call, objectOf(identity, 'history'), { query: ALL, variables, path });
}

function writeVersion(version: Values): Json {
  return {
    identity: new RawJson(String(version.verusJson)),
    blockhash: String(objectOf(version, 'block').hash),
    height: Number(version.blockHeight),
    output: { txid: String(version.txid), voutnum: Number(version.vout) },
  };
}

function writePending({ verusJson, txid, vout }: PendingIdentity): Json {
  return { identity: new RawJson(verusJson), blockhash: NO_HASH, height: 0, output: { txid, voutnum: vout } };
}

/** As the daemon's index of its mempool. */
function byTxid(a: PendingIdentity, b: PendingIdentity): number {
  return compareHashes(a.txid, b.txid) || a.vout - b.vout;
}
