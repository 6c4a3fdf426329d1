/** Member of a payment to an identity: a condition without a contract (core_write.cpp:ScriptPubKeyToUniv, EVAL_NONE). */
const PLAIN_MEMBER = 'evalnone';

/**
 * Kind of an output as the graph reports it.
 * @param member the member that names the kind in `scriptPubKey`; empty for a kind without such a member
 * @returns null for plain outputs: a payment to an identity is as plain as one to a key
 */
export function readOutputKind(member: string): string | null {
  return member === '' || member === PLAIN_MEMBER ? null : member;
}
