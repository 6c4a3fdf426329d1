import { serializeTransaction } from '@ledgergraph/chain-generator/serialize-transaction';
import { parseObject } from '@ledgergraph/verus-protocol/json-text';
import { isJsonObject, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type DecodedTransaction, decodeTransaction } from './decode-transaction.ts';

const NO_TXID = '00'.repeat(32);
/** Miners make these for the protocol; currency definitions have some too, but also an identity. */
const PROTOCOL_OUTPUTS = [
  ...['crosschainimport', 'crosschainexport', 'acceptednotarization', 'earnednotarization', 'notaryevidence'],
  ...['finalizenotarization', 'finalizeexport'],
];

export class KnownTransaction {
  readonly txid: string;
  /** As in `getblock 2`. */
  readonly text: string;
  #raw: Buffer | undefined;
  #decoded: DecodedTransaction | undefined;
  #json: JsonObject | undefined;

  /** @param raw absent where the recording has no bytes */
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

  /** A miner's transaction, such as an import, enters the pool and a block at the same time. */
  get isProtocolMade(): boolean {
    return PROTOCOL_OUTPUTS.some((kind) => this.hasOutput(kind)) && !this.hasOutput('identityprimary');
  }

  hasOutput(kind: string): boolean {
    return this.text.includes(`"scriptPubKey":{"type":"cryptocondition","${kind}":`);
  }

  findScript(index: number): JsonObject | undefined {
    const output = Array.isArray(this.json.vout) ? this.json.vout[index] : undefined;
    return isJsonObject(output) && isJsonObject(output.scriptPubKey) ? output.scriptPubKey : undefined;
  }
}
