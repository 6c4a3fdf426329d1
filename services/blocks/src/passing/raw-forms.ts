import { isJsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { decodeTransactionHex, TransactionDecodeError } from '@ledgergraph/verus-protocol/raw-transaction';
import { type Form, isText, lengthOf, otherMembers, type Params } from './form.ts';

/** A transaction may fill a block; beside its digits there is room for a list of outputs. */
const RAW_PARAMS_MAX = 4_100_000;
/** Fits few enough inputs, which the node looks up one by one under its main lock. */
const SMALL_HEX = 400_000;
const INPUTS_MAX = 5_000;
const UTXOS_MAX = 500;
const RECEIVERS_MAX = 2_000;
/** Each is looked up in the chain. */
const CURRENCIES_MAX = 100;
const UTXO_MEMBERS = new Set(['txid', 'voutnum']);

export const RAW_FORMS = {
  createrawtransaction: {
    usage: 'createrawtransaction [{"txid":"id","vout":n},...] {"address":amount,...} ( locktime ) ( expiryheight )',
    min: 2,
    max: 4,
    paramsMax: RAW_PARAMS_MAX,
    refuse: ([inputs, receivers]) => {
      if (lengthOf(inputs) > INPUTS_MAX) return `at most ${INPUTS_MAX} inputs are passed on`;
      if (lengthOf(receivers) > RECEIVERS_MAX) return `at most ${RECEIVERS_MAX} receivers are passed on`;
      const amounts = isJsonObject(receivers) ? Object.values(receivers) : [];
      const currencies = amounts.reduce((sum: number, value) => sum + lengthOf(value), 0);
      return currencies > CURRENCIES_MAX ? `at most ${CURRENCIES_MAX} amounts of currencies are passed on` : undefined;
    },
  },
  decoderawtransaction: {
    usage: 'decoderawtransaction "hexstring"',
    min: 1,
    max: 1,
    paramsMax: RAW_PARAMS_MAX,
    refuse: ([hex]) => refuseInputs(hex),
  },
  decodescript: { usage: 'decodescript "hex"', min: 1, max: 1, paramsMax: RAW_PARAMS_MAX },
  fundrawtransaction: {
    usage: 'fundrawtransaction "hexstring" [{"txid":"id","voutnum":n},...] "changeaddress" ( explicitfee )',
    min: 1,
    max: 4,
    paramsMax: RAW_PARAMS_MAX,
    refuse: refuseFunding,
  },
  hashdata: {
    usage: 'hashdata "hexdata" ( "hashtype" ) ( "personalstring" )',
    min: 1,
    max: 3,
    paramsMax: RAW_PARAMS_MAX,
    // The daemon takes its first character for a length.
    refuse: ([, , personal]) =>
      isText(personal) && !/^[ -~]{0,16}$/.test(personal) ? 'personalstring is at most 16 ASCII characters' : undefined,
  },
} satisfies Record<string, Form>;

/** Without a list the daemon takes coins of its own wallet. */
function refuseFunding([hex, utxos, changeAddress]: Params): string | undefined {
  if (!Array.isArray(utxos) || utxos.length === 0) return 'a list of the outputs to spend must be given';
  if (utxos.length > UTXOS_MAX) return `at most ${UTXOS_MAX} outputs to spend are passed on`;
  if (!utxos.every((utxo) => isJsonObject(utxo) && otherMembers(utxo, UTXO_MEMBERS).length === 0)) {
    return 'an output to spend is {"txid":"id","voutnum":n}';
  }
  if (!isText(changeAddress) || changeAddress === '') return 'a change address must be given';
  return refuseInputs(hex);
}

function refuseInputs(hex: JsonValue | undefined): string | undefined {
  if (!isText(hex) || hex.length <= SMALL_HEX) return undefined;
  try {
    const { inputs } = decodeTransactionHex(hex, { dropsSurplus: true }).transaction;
    return inputs.length > INPUTS_MAX ? `a transaction of at most ${INPUTS_MAX} inputs is passed on` : undefined;
  } catch (error) {
    if (error instanceof TransactionDecodeError) return 'it is no transaction';
    throw error;
  }
}
