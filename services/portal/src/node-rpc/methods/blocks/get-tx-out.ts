import { elementsAt, memberOf, memberText } from '@ledgergraph/verus-protocol/json-text';
import { objectIn } from '#/gateway/values.ts';
import { type Json, RawJson } from '../../json.ts';
import type { Method } from '../../method.ts';
import { countParams, flagParam, integerParam, readHash, textParam } from '../../read-params.ts';
import { type FoundTransaction, findTransaction } from './find-transaction.ts';

const OUTPUT = 'output(index: $index) { scriptType spentBy { txid } spentByPending }';

export const getTxOut: Method = {
  name: 'gettxout',
  family: 'blocks',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 2, 3, 'gettxout "txid" n ( includemempool )');
    const [name, place, pool] = call.params;
    const txid = readHash(textParam(name));
    const index = integerParam(place);
    const withPool = (pool === undefined || flagParam(pool)) && call.asOf === undefined;
    if (index < 0) return null;
    const found = await findTransaction(call, txid, {
      mined: `version isCoinbase text: verusJson ${OUTPUT}`,
      pending: `text: verusJson ${OUTPUT}`,
      index,
    });
    if (found === undefined || found.where === 'REMOVED' || !isUnspent(found, withPool)) return null;
    return print(found, index, (await call.block()).hash);
  },
};

function isUnspent({ where, values }: FoundTransaction, withPool: boolean): boolean {
  const output = objectIn(values, 'output');
  if (output === undefined || values.text == null) return false;
  const { scriptType, spentBy, spentByPending } = output;
  // The daemon does not keep outputs that no script can spend.
  if (scriptType === 'nulldata' || spentBy !== null) return false;
  return withPool ? spentByPending === null : where === 'MAIN';
}

function print({ where, values }: FoundTransaction, index: number, bestblock: string): Json {
  const text = String(values.text);
  const outputs = memberOf(text, 'vout');
  const output = outputs === undefined ? undefined : [...elementsAt(text, outputs.start)][index];
  if (output === undefined) return null;
  const read = (name: string, at: number): RawJson | null => {
    const member = memberText(text, name, at);
    return member === undefined ? null : new RawJson(member);
  };
  return {
    bestblock,
    confirmations: where === 'PENDING' ? 0 : Number(values.confirmations),
    value: read('value', output.start),
    scriptPubKey: read('scriptPubKey', output.start),
    version: read('version', 0),
    coinbase: values.isCoinbase === true,
  };
}
