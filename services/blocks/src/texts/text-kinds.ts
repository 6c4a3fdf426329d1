const TEXT_KINDS = ['BLOCK', 'BLOCK_BYTES', 'HEADER', 'TRANSACTION', 'REMOVED_BLOCK', 'UNMINED_TRANSACTION'] as const;

/** All but BLOCK_BYTES are text. REMOVED_BLOCK: its text depends on the chain that replaced it. UNMINED_TRANSACTION: pending, or in removed blocks only. */
export type TextKind = (typeof TEXT_KINDS)[number];

export function isTextKind(kind: string): kind is TextKind {
  return TEXT_KINDS.some((one) => one === kind);
}

export function textKey(kind: TextKind, hash: string): string {
  return `${kind}:${hash}`;
}

export function readTextKey(key: string): { kind: TextKind; hash: string } {
  const [given, hash = ''] = key.split(':');
  if (given === undefined || !isTextKind(given)) throw new Error(`no text has the kind ${given}`);
  return { kind: given, hash };
}
