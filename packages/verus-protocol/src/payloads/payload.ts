import { UnexpectedShapeError } from '#/json-members.ts';
import { isJsonObject, type JsonObject, parseLossless } from '#/lossless-json.ts';

// The payload of an output is the member of scriptPubKey that is named after its kind (core_write.cpp:ScriptPubKeyToUniv). Each file
// here names the class that the daemon serialises; its ToUniValue in core_write.cpp prints the members that we read.

export interface PayloadOutput {
  kind: string;
  /** Empty for an output that carries none. */
  payloadJson: string;
}

/** Undefined for outputs of other kinds, and for one that reads "invalid" on the node. @throws UnexpectedShapeError */
export function findPayload({ kind, payloadJson }: PayloadOutput, ...kinds: string[]): JsonObject | undefined {
  return payloadJson !== '' && kinds.includes(kind) ? parsePayload(payloadJson, kind) : undefined;
}

/** @param name for the error @throws UnexpectedShapeError, SyntaxError */
export function parsePayload(text: string, name: string): JsonObject {
  const value = parseLossless(text);
  if (!isJsonObject(value)) throw new UnexpectedShapeError(name, 'an object');
  return value;
}
