import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { CallsCard } from './calls-card.tsx';
import { QuotaCard } from './quota-card.tsx';

export function UsagePage() {
  return (
    <Page title="Usage" intro="Calls of all the team’s keys. Numbers are at most a few seconds old, and exact.">
      <QuotaCard />
      <CallsCard />
    </Page>
  );
}
