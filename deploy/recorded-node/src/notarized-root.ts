import { elementsAt, memberOf } from '@ledgergraph/verus-protocol/json-text';
import type { ChainView } from './chain-view.ts';
import type { ChainBlock, RecordedChain } from './recorded-chain.ts';

interface ProofRoot {
  systemid: string;
}
interface Output {
  n: number;
  scriptPubKey: {
    earnednotarization?: { proofroots?: ProofRoot[] } | string;
    finalizenotarization?: { status: string; output: { txid: string; voutnum: number } } | string;
  };
}
interface Facts {
  tx: { txid: string; vout: Output[] }[];
}

interface ConfirmedRoot {
  block: ChainBlock;
  text: string;
}

const THIS_TRANSACTION = /^0+$/;

/** Oldest first. A finalizenotarization output confirms an earlier earnednotarization (docs/verus/chains.md#finality). */
export function listConfirmedRoots(chain: RecordedChain): ConfirmedRoot[] {
  const roots = new Map<string, string>();
  const confirmed: ConfirmedRoot[] = [];
  for (const block of chain.main) {
    if (!block.text.includes('"earnednotarization"') && !block.text.includes('"finalizenotarization"')) continue;
    const facts: Facts = JSON.parse(block.text);
    for (const [position, { txid, vout }] of facts.tx.entries()) {
      for (const { n, scriptPubKey } of vout) {
        const { earnednotarization: earned, finalizenotarization: final } = scriptPubKey;
        if (typeof earned === 'object' && earned.proofroots?.some(({ systemid }) => systemid === chain.meta.chainId)) {
          roots.set(`${txid}:${n}`, ownRootText(block, position, n, chain.meta.chainId));
        }
        if (typeof final !== 'object' || final.status !== 'confirmed') continue;
        const of = THIS_TRANSACTION.test(final.output.txid) ? txid : final.output.txid;
        const text = roots.get(`${of}:${final.output.voutnum}`);
        if (text !== undefined) confirmed.push({ block, text });
      }
    }
  }
  return confirmed;
}

export function findNotarizedRoot(roots: readonly ConfirmedRoot[], view: ChainView): string | undefined {
  return roots.findLast(({ block }) => view.isActive(block.hash))?.text;
}

/** Verbatim, from the proof roots of a notarization output. */
function ownRootText(block: ChainBlock, transaction: number, output: number, chainId: string): string {
  const { text } = block;
  const at = (span: { start: number } | undefined): number => span?.start ?? -1;
  const tx = [...elementsAt(text, at(memberOf(text, 'tx')))][transaction];
  const vout = [...elementsAt(text, at(memberOf(text, 'vout', at(tx))))][output];
  const notarization = memberOf(text, 'earnednotarization', at(memberOf(text, 'scriptPubKey', at(vout))));
  const own = [...elementsAt(text, at(memberOf(text, 'proofroots', at(notarization))))]
    .map(({ start, end }) => text.slice(start, end))
    .find((root) => root.includes(`"${chainId}"`));
  if (own === undefined) throw new Error(`a notarization without its own proof root in block ${block.height}`);
  return own;
}
