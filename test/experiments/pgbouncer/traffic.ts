import type { ApiProcess } from '../../bench/replicas/api-process.ts';
import type { GrowingChain } from '../../bench/replicas/growing-chain.ts';
import type { KeptAnswers } from '../../bench/replicas/kept-answers.ts';
import type { Read } from '../../bench/replicas/read-mix.ts';

export const CALLERS = 12;
/** Each chain grows by a block in these. */
const BLOCK_ANSWERS = 40;

export interface Traffic {
  chains: readonly GrowingChain[];
  mixes: readonly (readonly Read[])[];
  kept: KeptAnswers;
  failed: string[];
}

export async function ask(traffic: Traffic, apis: () => readonly ApiProcess[], answers: number): Promise<void> {
  let asked = 0;
  const growing: Promise<void>[] = [];
  const call = async (): Promise<void> => {
    while (asked < answers) {
      const turn = asked++;
      const which = turn % traffic.chains.length;
      const chain = traffic.chains[which] as GrowingChain;
      const mix = traffic.mixes[which] as readonly Read[];
      const index = Math.floor(turn / traffic.chains.length) % mix.length;
      const api = apis()[turn % apis().length] as ApiProcess;
      if (turn % BLOCK_ANSWERS < traffic.chains.length && chain.isOpen) growing.push(chain.grow(1));
      const [one, pin] = [mix[index] as Read, chain.pin];
      try {
        traffic.kept.keep(which * mix.length + index, one, pin, await api.ask(one, pin));
      } catch (error) {
        traffic.failed.push(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  await Promise.all(growing);
}
