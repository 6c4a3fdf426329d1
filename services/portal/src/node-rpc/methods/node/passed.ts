import { answerOfNode } from '../../answer-of-node.ts';
import type { Family, Method } from '../../method.ts';

/** The node refuses what it must, and the indexer what touches a wallet, a file or much work. */
const PASSED: Readonly<Record<string, Family>> = {
  createrawtransaction: 'node',
  decoderawtransaction: 'node',
  decodescript: 'node',
  fundrawtransaction: 'node',
  estimatefee: 'node',
  validateaddress: 'node',
  verifymessage: 'node',
  verifyhash: 'node',
  verifysignature: 'node',
  hashdata: 'node',
  getnetworkinfo: 'node',
  getbestproofroot: 'node',
  getsaplingtree: 'blocks',
  getdifficulty: 'blocks',
  getblocksubsidy: 'blocks',
  gettxoutsetinfo: 'blocks',
  getnotarizationdata: 'currencies',
  getlaunchinfo: 'currencies',
  getcurrencyconverters: 'currencies',
  estimateconversion: 'currencies',
  getinitialcurrencystate: 'currencies',
  getlastimportfrom: 'currencies',
  getexports: 'currencies',
  getimports: 'currencies',
  getoffers: 'currencies',
  getpendingtransfers: 'currencies',
  getreservedeposits: 'currencies',
};

export const PASSED_ON: readonly Method[] = Object.entries(PASSED).map(([name, family]) => ({
  name,
  family,
  answeredBy: 'node',
  run: (call) => answerOfNode(call, name),
}));
