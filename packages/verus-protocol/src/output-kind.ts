/** A payment to an identity has no contract (core_write.cpp:ScriptPubKeyToUniv, EVAL_NONE). */
const PLAIN_MEMBER = 'evalnone';

/**
 * @param member names the kind in `scriptPubKey`; empty for a kind without one
 * @returns null for plain outputs, also payments to an identity
 */
export function readOutputKind(member: string): string | null {
  return member === '' || member === PLAIN_MEMBER ? null : member;
}
