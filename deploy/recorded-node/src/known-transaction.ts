import { isJsonObject, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type DecodedTransaction, decodeTransaction } from './decode-transaction.ts';
import { parseObject } from './json-text.ts';
import { serializeTransaction } from './serialize-transaction.ts';

const NO_TXID = '00'.repeat(32);
/** Outputs that miners make for the protocol; a currency definition has some of them too, and an identity besides. */
const PROTOCOL_OUTPUTS = [
  ...['crosschainimport', 'crosschainexport', 'acceptednotarization', 'earnednotarization', 'notaryevidence'],
  ...['finalizenotarization', 'finalizeexport'],
];

/** A transaction that the recording holds, in a block or not, with what is read from it on demand. */
export class KnownTransaction {
  readonly txid: string;
  /** As it stands in `getblock 2`. */
  readonly text: string;
  #raw: Buffer | undefined;
  #decoded: DecodedTransaction | undefined;
  #json: JsonObject | undefined;

  /** @param raw its bytes, where the recording has them */
  constructor(txid: string, text: string, raw?: Buffer) {
    this.txid = txid;
    this.text = text;
    this.#raw = raw;
  }

  get json(): JsonObject {
    this.#json ??= parseObject(this.text);
    return this.#json;
  }

  get raw(): Buffer {
    this.#raw ??= serializeTransaction(this.json);
    return this.#raw;
  }

  get decoded(): DecodedTransaction {
    this.#decoded ??= decodeTransaction(this.raw.toString('hex'));
    if (this.#decoded === undefined) throw new Error(`the recorded transaction ${this.txid} cannot be decoded`);
    return this.#decoded;
  }

  get isCoinbase(): boolean {
    return this.decoded.inputs[0]?.txid === NO_TXID;
  }

  /** Made by a miner for the protocol, such as an import: it goes into the pool and into a block in one go. */
  get isProtocolMade(): boolean {
    return PROTOCOL_OUTPUTS.some((kind) => this.hasOutput(kind)) && !this.hasOutput('identityprimary');
  }

  /** True when an output is of that kind, by the name that the daemon prints. */
  hasOutput(kind: string): boolean {
    return this.text.includes(`"scriptPubKey":{"type":"cryptocondition","${kind}":`);
  }

  /** The printed script of an output; undefined for a number that the transaction does not have. */
  findScript(index: number): JsonObject | undefined {
    const output = Array.isArray(this.json.vout) ? this.json.vout[index] : undefined;
    return isJsonObject(output) && isJsonObject(output.scriptPubKey) ? output.scriptPubKey : undefined;
  }
}
