import { setTimeout as wait } from 'node:timers/promises';
import type { FaultNode } from '../nodes/fault-node.ts';
import type { Act } from '../plan/act.ts';
import type { SubgraphName } from '../stage/programs.ts';
import type { Stage } from '../stage/start-stage.ts';

/** The next tick comes even without answers at the tip. */
const AWAIT_MS = 4_000;
/** The mempool is read as soon as the tip is reached. */
const AWAIT_POOL_MS = 2_000;
const POLL_MS = 20;

export interface Scene {
  stage: Stage;
  nodes: readonly FaultNode[];
  isAtTip: () => boolean;
  isPoolRead: () => boolean;
  cutReplica: (service: SubgraphName) => Promise<void>;
  promoteReplica: (service: SubgraphName) => Promise<void>;
  /** Such as a process that is to come back. */
  later: Promise<void>[];
}

export async function performAct(act: Act, scene: Scene): Promise<void> {
  const { stage, nodes } = scene;
  switch (act.kind) {
    case 'pause':
      return wait(act.ms);
    case 'await-tip':
      return awaitCondition(scene.isAtTip, AWAIT_MS);
    case 'await-pool':
      return awaitCondition(scene.isPoolRead, AWAIT_POOL_MS);
    case 'rpc-fault':
      return nodes[act.node]?.setFault(act.fault);
    case 'latency':
      return nodes[act.node]?.setLatency(act.ms);
    case 'stop-node':
      return nodes[act.node]?.goAway();
    case 'start-node':
      return nodes[act.node]?.comeBack();
    case 'kill': {
      const process = stage.process(act.process);
      await process.kill();
      scene.later.push(wait(act.downMs).then(() => process.start()));
      return;
    }
    case 'freeze': {
      const process = stage.process(act.process);
      process.freeze();
      scene.later.push(wait(act.ms).then(() => process.thaw()));
      return;
    }
    case 'database':
      return disturbDatabase(stage, act.how);
    case 'cut-replica':
      return scene.cutReplica(act.service);
    case 'promote-replica':
      return scene.promoteReplica(act.service);
    case 'wipe-broker':
      return stage.broker.kill();
    case 'cut-broker':
      return stage.messages.cut();
    case 'messages':
      return stage.messages.setFaults(act.faults);
    case 'drop-pool':
      return nodes[act.node]?.dropPool();
    case 'enter-pool':
      return nodes[act.node]?.enterPool(act.txids, act.next);
  }
}

function disturbDatabase({ databases }: Stage, how: 'cut' | 'restart' | 'kill'): Promise<void> {
  if (how === 'cut') return databases.cutConnections();
  return how === 'restart' ? databases.restart() : databases.kill();
}

async function awaitCondition(holds: () => boolean, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!holds() && performance.now() < deadline) await wait(POLL_MS);
}
