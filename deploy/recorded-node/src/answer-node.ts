import { elementsAt, memberText } from '@ledgergraph/verus-protocol/json-text';
import type { NodeState } from './node-state.ts';
import type { JsonParam } from './recorded-answers.ts';
import { replaceMembers } from './replace-members.ts';

export function answerInfo(state: NodeState): string {
  const { chain, view, answers } = state;
  const root = state.findNotarizedRoot();
  const recorded =
    answers.findResult('getinfo') ??
    JSON.stringify({ chainid: chain.meta.chainId, name: chain.meta.name, blocks: 0, longestchain: 0, tiptime: 0 });
  return replaceMembers(recorded, {
    notarizedroot: root ?? null,
    blocks: String(view.tip.height),
    longestchain: String(view.tip.height),
    tiptime: String(view.tip.time),
  });
}

/** The soft fork counters stay as recorded. */
export function answerBlockchainInfo(state: NodeState): string {
  const { chain, view, answers } = state;
  const recorded = answers.findResult('getblockchaininfo') ?? minimalBlockchainInfo(chain.meta);
  const tip = state.renderBlock(view.tip, 1);
  const fromTip = (key: string): string => memberText(tip, key) ?? 'null';
  return replaceMembers(recorded, {
    blocks: String(view.tip.height),
    headers: String(view.tip.height),
    bestblockhash: JSON.stringify(view.tip.hash),
    ...(view.isRecordedEnd ? {} : { difficulty: fromTip('difficulty') }),
    chainwork: fromTip('chainwork'),
    chainstake: fromTip('chainstake'),
    valuePools: valuePools(fromTip('valuePools')),
  });
}

function minimalBlockchainInfo({ chainId, name }: NodeState['chain']['meta']): string {
  const info = { chain: 'main', name, chainid: chainId, blocks: 0, headers: 0, bestblockhash: '', difficulty: 0 };
  return JSON.stringify({ ...info, verificationprogress: 1, chainwork: '', chainstake: '', valuePools: [] });
}

function valuePools(text: string): string {
  if (text === 'null') return '[]';
  const pools = [...elementsAt(text)].map(({ start, end }) =>
    replaceMembers(text.slice(start, end), { valueDelta: null, valueDeltaZat: null }),
  );
  return `[${pools.join(',')}]`;
}

/** At the recorded tip it also lists branches of which only the name is known. */
export function answerChainTips({ view, answers }: NodeState): string {
  const recorded = view.isRecordedEnd ? answers.findResult('getchaintips') : undefined;
  const { height, hash } = view.tip;
  const tips = [{ height, hash, branchlen: 0, status: 'active' }];
  for (const { tip, branchLength } of view.listForks()) {
    tips.push({ height: tip.height, hash: tip.hash, branchlen: branchLength, status: 'valid-fork' });
  }
  return recorded ?? JSON.stringify(tips);
}

/** @returns undefined below the recorded tip */
export function answerCoinSupply({ view, answers }: NodeState, [height]: readonly JsonParam[]): string | undefined {
  if (!view.isRecordedEnd || (height !== undefined && height !== String(view.tip.height))) return undefined;
  return answers.findResult('coinsupply');
}

/** At any tip where currencies are active. @returns undefined for other currencies, whose state is only recorded at the last tip */
export function answerNativeCurrency(
  { chain, view, answers }: NodeState,
  [which]: readonly JsonParam[],
): string | undefined {
  const { chainId, name } = chain.meta;
  if (typeof which !== 'string' || (which !== chainId && which.toLowerCase() !== name.toLowerCase())) return undefined;
  const native = answers.findCurrency(chainId);
  const height = String(view.tip.height);
  return native === undefined ? undefined : replaceMembers(native, { bestheight: height, lastconfirmedheight: height });
}
