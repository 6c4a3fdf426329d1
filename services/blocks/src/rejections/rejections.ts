/** `docs/verus/sending.md` lists them all. */
export interface Rejection {
  meaning: string;
  canRetry: boolean;
  remedy: string;
}

const no = (meaning: string, remedy: string): Rejection => ({ meaning, canRetry: false, remedy });
const later = (meaning: string, remedy: string): Rejection => ({ meaning, canRetry: true, remedy });

export const REJECTIONS = {
  MALFORMED: no('the node cannot read the transaction', 'serialise it again'),
  VERSION_NOT_ALLOWED: no('the chain does not accept this version of transactions', 'make a version 4 transaction'),
  NO_INPUTS: no('the transaction spends nothing', 'make it again with an input'),
  NO_OUTPUTS: no('the transaction pays nothing', 'make it again with an output'),
  DUPLICATE_INPUTS: no('the transaction spends one output twice', 'make it again with each input once'),
  AMOUNT_INVALID: no('an amount is negative or larger than any may be', 'make it again'),
  OUTPUTS_EXCEED_INPUTS: no('the outputs are worth more than the inputs', 'make it again with a fee'),
  INPUTS_MISSING: later(
    'a transaction whose output it spends is not known to the node',
    'send that transaction first, or wait until it arrives',
  ),
  INPUTS_SPENT: no(
    'a block has spent one of its inputs, or the spent transaction has no such output',
    'make it again with other inputs',
  ),
  INPUTS_SPENT_PENDING: later(
    'a pending transaction spends one of its inputs',
    'it can be accepted if the other one leaves the mempool without being mined',
  ),
  SIGNATURE_INVALID: no('a signature or a condition of an input does not hold', 'sign it again'),
  NOT_SIGNED_OR_NAME_TAKEN: no(
    'the node gave no reason: it is not completely signed, spends coins of somebody else, or registers a name that a pending ' +
      'transaction registers',
    'sign it completely; in the last case wait until the other one has left the mempool',
  ),
  COINBASE: no('it is a transaction that only a block producer may put into a block', 'none: it cannot be sent'),
  COINBASE_IMMATURE: later('it spends a coinbase that is too young', 'send it when the coinbase has 100 confirmations'),
  NOT_FINAL: later('its lock time is not reached', 'send it at the height or time that its lock time names'),
  EXPIRING_SOON: no('it has expired, or expires in less than four blocks', 'sign it again with a later expiry height'),
  EXPIRY_TOO_HIGH: no('its expiry height is larger than any may be', 'sign it again with an earlier one'),
  FEE_TOO_LOW: later(
    'it pays less than the node asks for',
    'pay the minimum fee, or send it when the node is less busy',
  ),
  FEE_TOO_HIGH: no('its fee is absurdly high', 'pay less: see minimumFee'),
  DUST: no('an output is worth less than it costs to spend', 'pay at least the dust limit'),
  NONSTANDARD: no('it has a form that nodes do not relay', 'make it with standard scripts'),
  TOO_LARGE: no('it is larger than a transaction may be', 'divide it'),
  IDENTITY_INVALID: no(
    'it breaks a rule of identities: name, fee, referral, authority or lock',
    'make it again; a registration pays its fee and spends a mined commitment',
  ),
  CURRENCY_INVALID: no('it breaks a rule of currency definitions or reserves', 'make it again'),
  TRANSFER_INVALID: no('a transfer in it breaks a rule: currency, amount, destination or fee', 'make it again'),
  TOO_MANY_TRANSFERS: no('it makes more transfers than one transaction may', 'divide it'),
  PROTOCOL_OUTPUT_INVALID: no('an import, export, notarization or evidence in it is not valid', 'make it again'),
  SHIELDED_INVALID: no('a shielded part is not valid, or spends what is spent', 'make it again'),
  OTHER: no('the node refuses it for another reason', 'see `reason`, the word of the node, where there is one'),
} as const satisfies Record<string, Rejection>;

export type RejectionCode = keyof typeof REJECTIONS;
