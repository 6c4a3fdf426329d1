import type { Webhook } from '@ledgergraph/dashboard-api/webhook-contract';
import { StateBadge, type Tone } from '@ledgergraph/ui/feedback/state-badge.tsx';

const STATES: Record<Webhook['state'], { word: string; tone: Tone }> = {
  active: { word: 'Active', tone: 'good' },
  failing: { word: 'Failing', tone: 'bad' },
  paused: { word: 'Paused', tone: 'calm' },
  disabled: { word: 'Disabled', tone: 'bad' },
};

function stateOf({ state, trouble }: Webhook): { word: string; tone: Tone } {
  if (trouble !== null) return { word: 'Held up', tone: 'warn' };
  return STATES[state];
}

export function WebhookBadges({ webhook }: { webhook: Webhook }) {
  const { word, tone } = stateOf(webhook);
  return (
    <>
      <StateBadge tone={webhook.environment === 'live' ? 'accent' : 'calm'}>
        {webhook.environment === 'live' ? 'Live' : 'Test'}
      </StateBadge>
      <StateBadge tone={tone}>{word}</StateBadge>
    </>
  );
}

export function eventsOf({ eventType }: Webhook): string {
  return eventType ?? 'A subscription of your own';
}
