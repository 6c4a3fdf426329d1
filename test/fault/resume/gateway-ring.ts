import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import type { ServiceProcess } from '../stage/service-process.ts';
import type { Stage } from '../stage/start-stage.ts';
import type { Balancer } from './balancer.ts';

/** Those that were killed start again while one serves. */
const GATEWAYS = 3;

interface Member {
  process: ServiceProcess;
  url: string;
  ready: Promise<void>;
}

export class GatewayRing {
  readonly #members: Member[];
  readonly #balancer: Balancer;

  private constructor(members: Member[], balancer: Balancer) {
    this.#members = members;
    this.#balancer = balancer;
  }

  static async start(stage: Stage, balancer: Balancer): Promise<GatewayRing> {
    const own = { process: stage.process('gateway'), url: stage.url('gateway') };
    const others = await Promise.all(Array.from({ length: GATEWAYS - 1 }, () => stage.another('gateway')));
    const ring = new GatewayRing(
      [own, ...others].map((member) => ({ ...member, ready: start(member) })),
      balancer,
    );
    await ring.#serve();
    return ring;
  }

  async end(how: 'kill' | 'stop' = 'kill'): Promise<void> {
    const ended = this.#members.shift();
    if (ended === undefined) throw new Error('a ring without a gateway');
    await ended.process[how]();
    this.#members.push(ended);
    ended.ready = start(ended);
    await this.#serve();
  }

  async settle(): Promise<void> {
    await Promise.allSettled(this.#members.map(({ ready }) => ready));
  }

  async #serve(): Promise<void> {
    const [next] = this.#members;
    await next?.ready;
    this.#balancer.point(next?.url ?? '');
  }
}

function start({ process, url }: Pick<Member, 'process' | 'url'>): Promise<void> {
  const ready = process.start().then(() => waitUntilOk(`${url}/readyz`, { what: `${process.name} to be ready` }));
  // It is waited for when its turn comes.
  ready.catch(() => undefined);
  return ready;
}
