import { TipMovedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import type { Tip as TipMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { GatewayStand } from './gateway-stand.ts';

/** Resolves when the gateway has read it. */
export async function moveTip(stand: GatewayStand, moved: TipMessage): Promise<void> {
  const others = stand.tips().filter(({ chainId }) => chainId !== moved.chainId);
  stand.tips = () => [...others, moved];
  const asked = stand.tipQuestions;
  stand.bus.publish(SUBJECTS.tipMoved, TipMovedSchema, { tip: moved });
  await waitFor(() => stand.tipQuestions > asked, { what: 'the gateway to ask for the tips' });
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
