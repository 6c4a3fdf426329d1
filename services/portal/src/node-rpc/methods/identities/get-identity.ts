import { answerOfNode } from '../../answer-of-node.ts';
import { type Json, RawJson } from '../../json.ts';
import type { Call, Method } from '../../method.ts';
import { onlyNow } from '../../only-now.ts';
import { countParams, flagOf, textOf, unsignedOf } from '../../read-params.ts';
import { heightOf, WITH_MEMPOOL } from './range.ts';
import { readSubject } from './read-subject.ts';
import { writeStatus } from './state.ts';

const USAGE = 'getidentity "name@ or iid" ( height txproof txproofheight )';

export const getIdentity: Method = {
  name: 'getidentity',
  family: 'identities',
  answeredBy: 'rows',
  run: answer,
};

async function answer(call: Call): Promise<Json> {
  countParams(call, 1, 4, USAGE);
  const text = textOf(call.params[0]);
  const asked = unsignedOf(call.params[1]);
  const withMempool = asked === WITH_MEMPOOL;
  if (withMempool) onlyNow(call);
  if (flagOf(call.params[2]) && !withMempool) return withProof(call, text, asked);
  const subject = await readSubject(call, { text, toHeight: heightOf(asked), withMempool });
  const { state } = subject;
  return {
    friendlyname: subject.friendlyName,
    fullyqualifiedname: subject.fullName,
    identity: new RawJson(state.verusJson),
    ...writeStatus(state),
    blockheight: state.blockHeight,
    txid: state.txid,
    vout: state.vout,
  };
}

/** The node answers about its own tip, so the height that is read here is given. */
async function withProof(call: Call, text: string, asked: number): Promise<Json> {
  const tip = (await call.block()).height;
  const height = asked > 0 ? Math.min(asked, tip) : tip;
  return answerOfNode(call, 'getidentity', [text, height, true, Math.max(unsignedOf(call.params[3]), height)]);
}
