import type { PassedMethod } from '#/verus-rpc/rpc-methods.ts';
import { CURRENCY_FORMS } from './currency-forms.ts';
import type { Form } from './form.ts';
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

/** By method. */
export const FORMS: ReadonlyMap<string, Form> = new Map(Object.entries(PASSED));
