import { isJsonObject, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Form, heightOf, isText, lengthOf, type Params } from './form.ts';

const LIST_MAX = 100;

export const PROTOCOL_FORMS = {
  estimateconversion: {
    usage: 'estimateconversion {"currency":"name","convertto":"name","amount":n,...}',
    min: 1,
    max: 1,
    refuse: ([conversions]) =>
      lengthOf(conversions) > LIST_MAX ? `at most ${LIST_MAX} conversions are passed on` : undefined,
  },
  getbestproofroot: {
    usage: 'getbestproofroot {"proofroots":[...],"lastconfirmed":n,("currencies":[...])}',
    min: 1,
    max: 1,
    refuse: ([params]) => {
      if (!isJsonObject(params)) return 'the parameter is an object';
      const longest = Math.max(lengthOf(params.proofroots), lengthOf(params.currencies));
      return longest > LIST_MAX ? `at most ${LIST_MAX} proof roots or currencies are passed on` : undefined;
    },
  },
  getcurrencyconverters: {
    usage: 'getcurrencyconverters "currency1" "currency2"... or {"convertto":"name","fromcurrency":"name",...}',
    min: 1,
    max: 10,
    refuse: ([first]) =>
      isJsonObject(first) && lengthOf(first.fromcurrency) > LIST_MAX
        ? `at most ${LIST_MAX} currencies are passed on`
        : undefined,
  },
  getidentity: {
    usage: 'getidentity "name@ or iaddress" ( height ) ( txproof ) ( txproofheight )',
    min: 1,
    max: 4,
    refuse: refuseProof,
    clean: hideWallet,
  },
  getidentitycontent: {
    usage:
      'getidentitycontent "name@ or iaddress" ( heightstart ) ( heightend ) ( false ) ( 0 ) ( "vdxfkey" ) ( keepdeleted )',
    min: 1,
    max: 7,
    refuse: ([name, , , proofs = false]) => {
      if (!isText(name)) return 'the name is text';
      return proofs === false ? undefined : 'proofs, which it does not print, are not made';
    },
    clean: hideWallet,
  },
  getinitialcurrencystate: { usage: 'getinitialcurrencystate "name"', min: 1, max: 1 },
  getlastimportfrom: { usage: 'getlastimportfrom "systemname"', min: 1, max: 1 },
  getlaunchinfo: { usage: 'getlaunchinfo "currencyid"', min: 1, max: 1 },
  getnotarizationdata: {
    usage: 'getnotarizationdata "currencyid"',
    min: 1,
    max: 3,
    refuse: ([, ...evidence]) =>
      evidence.every((flag) => flag === false) ? undefined : 'evidence is not passed on: it fills many megabytes',
  },
} satisfies Record<string, Form>;

function hideWallet(identity: JsonObject): void {
  for (const view of ['canspendfor', 'cansignfor']) if (view in identity) identity[view] = false;
}

/** The daemon does not look whether its chain has the height of a proof. */
function refuseProof([name, , , proofHeight]: Params, tipHeight: number): string | undefined {
  if (!isText(name)) return 'the name is text';
  const height = proofHeight === undefined ? 0 : heightOf(proofHeight);
  return height !== undefined && height <= tipHeight ? undefined : 'txproofheight must not be above the tip';
}
