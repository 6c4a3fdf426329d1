import type { KeptMethod, PassedMethod, TextMethod } from '#/verus-rpc/rpc-methods.ts';
import { CURRENCY_FORMS } from './currency-forms.ts';
import { type Form, isText, type Params } from './form.ts';
import { PROTOCOL_FORMS } from './protocol-forms.ts';
import { RAW_FORMS } from './raw-forms.ts';
import { SIGNATURE_FORMS } from './signature-forms.ts';
import { STATE_FORMS } from './state-forms.ts';

const PASSED: Record<PassedMethod, Form> = {
  ...CURRENCY_FORMS,
  ...PROTOCOL_FORMS,
  ...RAW_FORMS,
  ...SIGNATURE_FORMS,
  ...STATE_FORMS,
};

const KEPT: Record<KeptMethod, Form> = {
  getblock: { usage: 'getblock "hash" ( verbosity )', min: 1, max: 2, refuse: refuseHash },
  getblockheader: { usage: 'getblockheader "hash" ( verbose )', min: 1, max: 2, refuse: refuseHash },
  getrawtransaction: { usage: 'getrawtransaction "txid" ( verbose )', min: 1, max: 2, refuse: refuseHash },
};

export const FORMS: ReadonlyMap<string, Form> = new Map<TextMethod, Form>([
  ...(Object.entries(PASSED) as [PassedMethod, Form][]),
  ...(Object.entries(KEPT) as [KeptMethod, Form][]),
]);

/** Asked for ourselves, whatever clients may ask. */
export const KEPT_NAMES = Object.keys(KEPT) as KeptMethod[];

function refuseHash([hash]: Params): string | undefined {
  return isText(hash) && /^[0-9a-f]{64}$/.test(hash) ? undefined : 'a hash is 64 hexadecimal digits';
}
