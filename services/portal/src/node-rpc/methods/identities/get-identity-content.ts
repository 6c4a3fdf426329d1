import { isChosen, writeContent } from '@ledgergraph/verus-protocol/identity-content';
import { parseObject } from '@ledgergraph/verus-protocol/json-text';
import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { answerOfNode } from '../../answer-of-node.ts';
import { integer, type Json, RawJson } from '../../json.ts';
import type { Call, Method } from '../../method.ts';
import { countParams, flagOf, textOf } from '../../read-params.ts';
import { invalidParameter } from '../../rpc-error.ts';
import { readDestination, readNaming } from './naming.ts';
import { readRange } from './range.ts';
import { readSubject, type Subject } from './read-subject.ts';
import { writeStatus } from './state.ts';

const USAGE =
  'getidentitycontent "name@ or iid" ( heightstart heightend txproofs txproofheight "vdxfkey" keepdeleted )';
const CONTENT = 'verusContent(fromHeight: $from, toHeight: $to, key: $key, keepRemoved: $keepRemoved)';
const TYPES = ', $from: BigInt, $to: BigInt, $key: String, $keepRemoved: Boolean';
const EMPTY = '{}';

export const getIdentityContent: Method = {
  name: 'getidentitycontent',
  family: 'identities',
  answeredBy: 'rows',
  run: answer,
};

/** verusd makes the proofs that it is asked for, and does not print them. */
async function answer(call: Call): Promise<Json> {
  countParams(call, 1, 7, USAGE);
  const { from, to, isEmpty, withMempool, print } = readRange(call);
  const key = await readKey(call);
  const choice = { key, keepRemoved: flagOf(call.params[6]) };
  const content = isEmpty ? {} : { fields: CONTENT, variables: { from, to, ...choice }, types: TYPES };
  const subject = await readSubject(call, { text: textOf(call.params[0]), toHeight: to, withMempool, ...content });
  const { state, identity, pending } = subject;
  const confirmed = isEmpty || identity === undefined ? EMPTY : identity.verusContent;
  const written = pending.map(({ contentMultiMap }) => parseObject(contentMultiMap));
  const chosen = written.filter((map) => isChosen(map, choice));
  const text = confirmed === null ? null : writeContent([parseObject(String(confirmed)), ...chosen]);
  const { height } = await call.block();
  const heights = print(height);
  if (text === null)
    return contentOfNode(call, { ...heights, end: withMempool ? -1 : Math.min(heights.toheight, height) });
  return {
    fullyqualifiedname: subject.friendlyName,
    ...writeStatus(state),
    blockheight: state.blockHeight,
    ...heights,
    txid: state.txid,
    vout: state.vout,
    identity: withContent(subject, text),
  };
}

/** @throws RpcError */
async function readKey(call: Call): Promise<string | null> {
  if (call.params.length < 6) return null;
  const text = textOf(call.params[5]);
  const id = readDestination(text, (await readNaming(call)).rootName);
  if (id !== undefined) return id;
  throw invalidParameter(`vdxfkey parameter must be a valid i-address: "${text}"`);
}

/** Where an update removes a single value by its hash. The node answers about its own tip, so the heights are given. */
async function contentOfNode(call: Call, asked: { fromheight: number; toheight: number; end: number }): Promise<Json> {
  const [text = '', , , , , ...choice] = call.params;
  const params = [text, asked.fromheight, asked.end, false, 0, ...choice];
  const answer = parseObject((await answerOfNode(call, 'getidentitycontent', params)).text);
  return new RawJson(stringifyLossless({ ...answer, toheight: integer(asked.toheight) }));
}

/** Identities of earlier layouts have no such member. */
function withContent({ state }: Subject, content: string): RawJson {
  const identity = parseObject(state.verusJson);
  if (identity.contentmultimap === undefined) return new RawJson(state.verusJson);
  return new RawJson(stringifyLossless({ ...identity, contentmultimap: parseObject(content) }));
}
