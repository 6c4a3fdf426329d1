import { UnexpectedShapeError } from '#/json-members.ts';
import { isJsonObject, type JsonObject, parseLossless } from '#/lossless-json.ts';

// The payload of an output is the part that verusd prints beside its value: a member of scriptPubKey that is named after the kind of the
// output (core_write.cpp:ScriptPubKeyToUniv). Each kind has a file in this folder. Its comment names the class that the daemon serialises;
// the class's ToUniValue in core_write.cpp prints the members that we read.

/** Members of an output that hold its payload. */
export interface PayloadOutput {
  kind: string;
  /** JSON text; empty for an output that carries none. */
  payloadJson: string;
}

/**
 * The payload of an output of these kinds; undefined for other outputs. One that reads "invalid" on the node carries no payload and
 * counts for nothing.
 * @throws UnexpectedShapeError
 */
export function findPayload({ kind, payloadJson }: PayloadOutput, ...kinds: string[]): JsonObject | undefined {
  return payloadJson !== '' && kinds.includes(kind) ? parsePayload(payloadJson, kind) : undefined;
}

/** @param name of what the text holds, for the error. @throws UnexpectedShapeError, SyntaxError */
export function parsePayload(text: string, name: string): JsonObject {
  const value = parseLossless(text);
  if (!isJsonObject(value)) throw new UnexpectedShapeError(name, 'an object');
  return value;
}
