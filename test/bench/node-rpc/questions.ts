import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { isJsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';

export const RECORDING = 'vrsctest-a';
const MAX = 400;

/** A call of verusd's API, and the same question in GraphQL. */
export interface Question {
  method: string;
  params: unknown[];
  query: string;
  variables: Record<string, unknown>;
}

const BALANCE = `query ($address: String!) { address(address: $address) {
  balance received balances(limit: 100) { nextCursor balances { currencyId balance received currency { friendlyName } } } } }`;
const UTXOS = `query ($address: String!) { addressUtxos(address: $address, limit: 100) { nextCursor utxos {
  txid vout script satoshis blockHeight spendable currencyValues { currencyId amount currency { friendlyName } } block { time } } } }`;
const IDENTITY = `query ($identity: String!) { identity(identity: $identity) {
  identityAddress name friendlyName fullyQualifiedName status flags parentId systemId primaryAddresses minimumSignatures
  revocationAuthority recoveryAuthority privateAddress timelock contentMap contentMultiMap blockHeight txid vout structureVersion } }`;
const BLOCK = 'query ($hash: String!) { block(hash: $hash) { verusJson(verbosity: 2) } }';
const TRANSACTION = 'query ($txid: String!) { transaction(txid: $txid) { verusJson } }';

/** By method. */
export function listQuestions(): Map<string, Question[]> {
  const { answers, blocks } = readRecording(recordingDir(RECORDING));
  const questions = new Map<string, Question[]>();
  const add = (method: string, params: unknown[], query: string, variables: Record<string, unknown>): void => {
    const list = questions.get(method) ?? [];
    questions.set(method, list);
    if (list.length < MAX) list.push({ method, params, query, variables });
  };
  for (const { method, params } of answers()) {
    if (method === 'getaddressbalance' || method === 'getaddressutxos') {
      const address = addressOf(params[0]);
      if (address === undefined) continue;
      const query = method === 'getaddressbalance' ? BALANCE : UTXOS;
      add(method, [{ addresses: [address], friendlynames: true }], query, { address });
    }
    if (method === 'getidentity' && params.length === 1) add(method, params, IDENTITY, { identity: params[0] });
  }
  for (const { hash, block } of blocks()) {
    add('getblock', [hash, 2], BLOCK, { hash });
    const [, transaction] = Array.isArray(block.tx) ? block.tx : [];
    if (isJsonObject(transaction))
      add('getrawtransaction', [transaction.txid, 1], TRANSACTION, { txid: transaction.txid });
  }
  return questions;
}

function addressOf(param: JsonValue | undefined): string | undefined {
  const addresses = isJsonObject(param) ? param.addresses : undefined;
  const [address] = Array.isArray(addresses) ? addresses : [];
  return typeof address === 'string' && address.length === 34 ? address : undefined;
}
