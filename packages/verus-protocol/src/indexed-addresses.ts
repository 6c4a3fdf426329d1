const OP_PUSH_MAX = 0x4b;
const OP_1 = 0x51;
const OP_16 = 0x60;
const OP_CHECKLOCKTIMEVERIFY = 0xb1;
const OP_DROP = 0x75;
/** Push of a 65-byte key, and OP_CHECKSIG. */
const UNCOMPRESSED_PUBKEY_SCRIPT_BYTES = 67;
const UNINDEXED_TYPES = new Set(['nulldata', 'multisig', 'nonstandard']);

export interface OwnedOutput {
  scriptType: string;
  script: Uint8Array;
  /** As the daemon prints them, each once. */
  addresses: string[];
}

/**
 * Addresses that verusd's index credits (docs/verus/addresses.md#index): none for nulldata, bare multisig, pay-to-pubkey with an
 * uncompressed key and scripts behind a CHECKLOCKTIMEVERIFY.
 */
export function readIndexedAddresses(output: OwnedOutput): string[] {
  if (UNINDEXED_TYPES.has(output.scriptType)) return [];
  if (output.scriptType === 'pubkey' && output.script.length === UNCOMPRESSED_PUBKEY_SCRIPT_BYTES) return [];
  if (isTimeLocked(output.script)) return [];
  return output.addresses.filter((address) => !isIndexAddress(address));
}

/** Index addresses (version byte 137) are keys inside the node and have no owner. */
export function isIndexAddress(address: string): boolean {
  return address.startsWith('x');
}

function isTimeLocked(script: Uint8Array): boolean {
  const first = script[0] ?? 0;
  const isSmallNumber = first >= OP_1 && first <= OP_16;
  if (!isSmallNumber && (first === 0 || first > OP_PUSH_MAX)) return false;
  const next = isSmallNumber ? 1 : 1 + first;
  return script[next] === OP_CHECKLOCKTIMEVERIFY && script[next + 1] === OP_DROP;
}
