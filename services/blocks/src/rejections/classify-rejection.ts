import type { RejectionCode } from './rejections.ts';

const DECODE_FAILED = -22;
const WRONG_TYPE = -3;
const MISUSED = -1;
const NO_WORDS = -25;

/** Number before the reason of "16: bad-txns-vin-empty" (consensus/validation.h). */
const DUPLICATE = '18';

/** "16: mandatory-script-verify-flag-failed (…)". Sentences of the daemon have spaces, and are not repeated. */
const TOKEN = /^(?:\d+: )?([A-Za-z][A-Za-z0-9-]{2,63})(?=$| \()/;

/** Whole reasons (main.cpp, and the prechecks under pbaas/). */
const BY_REASON: Readonly<Record<string, RejectionCode>> = {
  'tx-overwinter-active': 'VERSION_NOT_ALLOWED',
  'bad-txns-vin-empty': 'NO_INPUTS',
  'bad-txns-vout-empty': 'NO_OUTPUTS',
  'bad-txns-inputs-duplicate': 'DUPLICATE_INPUTS',
  'bad-txns-in-belowout': 'OUTPUTS_EXCEED_INPUTS',
  'bad-txns-fee-negative': 'OUTPUTS_EXCEED_INPUTS',
  'bad-txns-fee-outofrange': 'AMOUNT_INVALID',
  'bad-txns-inputvalues-outofrange': 'AMOUNT_INVALID',
  'bad-txns-vout-negative': 'AMOUNT_INVALID',
  'bad-txns-vout-toolarge': 'AMOUNT_INVALID',
  'bad-txns-txouttotal-toolarge': 'AMOUNT_INVALID',
  'bad-txns-txintotal-toolarge': 'AMOUNT_INVALID',
  'bad-txns-reservein-belowout': 'OUTPUTS_EXCEED_INPUTS',
  'bad-txns-inputs-missing': 'INPUTS_MISSING',
  'bad-txns-inputs-missingorspent': 'INPUTS_MISSING',
  'bad-tx-version-group-id': 'VERSION_NOT_ALLOWED',
  'overwinter-version': 'VERSION_NOT_ALLOWED',
  'sapling-version': 'VERSION_NOT_ALLOWED',
  'bad-version': 'VERSION_NOT_ALLOWED',
  'error-computing-signature-hash': 'SIGNATURE_INVALID',
  coinbase: 'COINBASE',
  staking: 'COINBASE',
  'bad-txns-staking': 'COINBASE',
  'bad-txns-premature-spend-of-coinbase': 'COINBASE_IMMATURE',
  'non-final': 'NOT_FINAL',
  'bad-txns-nonfinal': 'NOT_FINAL',
  'tx-expiring-soon': 'EXPIRING_SOON',
  'tx-overwinter-expired': 'EXPIRING_SOON',
  'bad-tx-expiry-height-too-high': 'EXPIRY_TOO_HIGH',
  dust: 'DUST',
  'bad-txns-oversize': 'TOO_LARGE',
  'tx-size': 'TOO_LARGE',
  version: 'NONSTANDARD',
  scriptpubkey: 'NONSTANDARD',
  'scriptsig-size': 'NONSTANDARD',
  'scriptsig-not-pushonly': 'NONSTANDARD',
  'bare-multisig': 'NONSTANDARD',
  'multi-op-return': 'NONSTANDARD',
  'bad-txns-nonstandard-inputs': 'NONSTANDARD',
  'bad-txns-too-many-sigops': 'NONSTANDARD',
  'bad-txns-script-too-big': 'NONSTANDARD',
  'bad-txns-script-element-too-large': 'NONSTANDARD',
  'bad-txn-invalid-id': 'IDENTITY_INVALID',
  'bad-txns-dup-id': 'IDENTITY_INVALID',
  'bad-txns-dup-currency': 'CURRENCY_INVALID',
  'bad-txns-dup-currency-export': 'CURRENCY_INVALID',
  'bad-txns-invalid-system': 'CURRENCY_INVALID',
  'bad-txns-invalid-reserve': 'CURRENCY_INVALID',
  'bad-txns-invalid-reservetx': 'CURRENCY_INVALID',
  'bad-converter-issuance': 'CURRENCY_INVALID',
  'bad-txns-failed-precheck': 'PROTOCOL_OUTPUT_INVALID',
  'bad-txns-failed-params-precheck': 'PROTOCOL_OUTPUT_INVALID',
  'bad-txns-evalcode-invalid': 'PROTOCOL_OUTPUT_INVALID',
  invalidsmarttx: 'PROTOCOL_OUTPUT_INVALID',
  'bad-txns-invalid-reservetransfer': 'TRANSFER_INVALID',
  'bad-txns-too-many-transfers': 'TOO_MANY_TRANSFERS',
  'bad-txns-too-many-identity-transfers': 'TOO_MANY_TRANSFERS',
  'bad-txns-too-many-currency-transfers': 'TOO_MANY_TRANSFERS',
  'bad-txns-invalid-joinsplit-signature': 'SHIELDED_INVALID',
};

const BY_BEGINNING: readonly (readonly [beginning: string, code: RejectionCode])[] = [
  ['mandatory-script-verify-flag-failed', 'SIGNATURE_INVALID'],
  ['non-mandatory-script-verify-flag', 'SIGNATURE_INVALID'],
  ['tx-overwinter', 'VERSION_NOT_ALLOWED'],
  ['bad-tx-overwinter-', 'VERSION_NOT_ALLOWED'],
  ['bad-overwinter-', 'VERSION_NOT_ALLOWED'],
  ['bad-tx-sapling-', 'VERSION_NOT_ALLOWED'],
  ['bad-sapling-', 'VERSION_NOT_ALLOWED'],
  ['bad-txns-version-', 'VERSION_NOT_ALLOWED'],
  ['bad-txns-joinsplit-', 'SHIELDED_INVALID'],
  ['bad-joinsplits-', 'SHIELDED_INVALID'],
  ['bad-txns-sapling-', 'SHIELDED_INVALID'],
  ['bad-txns-sprout-', 'SHIELDED_INVALID'],
  ['bad-txns-vpub', 'SHIELDED_INVALID'],
  ['turnstile-violation-', 'SHIELDED_INVALID'],
  ['bad-txns-shielded-', 'SHIELDED_INVALID'],
  ['bad-txns-valuebalance-', 'SHIELDED_INVALID'],
  ['bad-spend-description-', 'SHIELDED_INVALID'],
  ['bad-output-description-', 'SHIELDED_INVALID'],
  ['bad-txns-prevout-null', 'COINBASE'],
  ['bad-cb-', 'COINBASE'],
];

const BY_SENTENCE: readonly (readonly [beginning: RegExp, code: RejectionCode])[] = [
  [/^AcceptToMemoryPool: absurdly high fees /, 'FEE_TOO_HIGH'],
  [/^(66: )?(insufficient |rate limited free transaction|min relay fee not met|mempool min fee)/, 'FEE_TOO_LOW'],
  [/^(64: )?opreturn too big/, 'NONSTANDARD'],
  [/^TX decode failed/, 'MALFORMED'],
];

export interface ClassifiedRejection {
  code: RejectionCode;
  /** A plain word, for `OTHER` only: nothing else of the node's text reaches a client. */
  reason?: string;
}

export function classifyRejection(code: number, message: string): ClassifiedRejection {
  if (code === DECODE_FAILED || code === WRONG_TYPE || code === MISUSED) return { code: 'MALFORMED' };
  if (code === NO_WORDS && message === '') return { code: 'NOT_SIGNED_OR_NAME_TAKEN' };
  const sentence = BY_SENTENCE.find(([beginning]) => beginning.test(message));
  if (sentence !== undefined) return { code: sentence[1] };
  // Only this reason goes on behind a colon.
  if (message.startsWith('tx-expiring-soon:')) return { code: 'EXPIRING_SOON' };
  const reason = TOKEN.exec(message)?.[1];
  if (reason === undefined) return { code: 'OTHER' };
  if (reason === 'bad-txns-inputs-spent') {
    return { code: message.startsWith(`${DUPLICATE}: `) ? 'INPUTS_SPENT' : 'INPUTS_SPENT_PENDING' };
  }
  const known = Object.hasOwn(BY_REASON, reason) ? BY_REASON[reason] : undefined;
  const begun = known ?? BY_BEGINNING.find(([beginning]) => reason.startsWith(beginning))?.[1];
  return begun === undefined ? { code: 'OTHER', reason } : { code: begun };
}
