import { memberText } from '@ledgergraph/verus-protocol/json-text';
import { cellOf } from '#/gateway/values.ts';
import { RawJson } from '../../json.ts';
import type { Method } from '../../method.ts';
import { countParams, hashParam, integerParam } from '../../read-params.ts';
import { invalidAddressOrKey, type RpcError } from '../../rpc-error.ts';
import { findTransaction } from './find-transaction.ts';

const TEXT = 'text: verusJson';

export const getRawTransaction: Method = {
  name: 'getrawtransaction',
  family: 'blocks',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 1, 2, 'getrawtransaction "txid" ( verbose )');
    const txid = hashParam(call.params[0], 'parameter 1');
    const isVerbose = call.params[1] !== undefined && integerParam(call.params[1]) !== 0;
    const found = await findTransaction(call, txid, { mined: isVerbose ? TEXT : 'hex', pending: TEXT });
    if (found === undefined) throw notFound();
    if (!isVerbose && found.where !== 'PENDING') return String(found.values.hex ?? fail());
    const text = String(cellOf(found.values, 'text') ?? fail());
    return new RawJson(isVerbose ? text : (memberText(text, 'hex') ?? '""'));
  },
};

/** No node has it any more. */
function fail(): never {
  throw notFound();
}

function notFound(): RpcError {
  return invalidAddressOrKey('No information available about transaction');
}
