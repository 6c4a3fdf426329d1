import type { CreatedKey } from '@ledgergraph/dashboard-api/contract';
import { ShownOnceDialog } from '@ledgergraph/ui/feedback/shown-once.tsx';
import { Button } from '@mantine/core';
import { RocketIcon } from 'lucide-react';
import { Link } from 'react-router';
import { useTeam } from '#/teams/team-context.tsx';

const ADVICE =
  'We keep no copy. Put it where your program reads its secrets: an environment variable or a secret store, never into code or a web page.';

export function RevealKeyDialog({ created, onClose }: { created: CreatedKey | undefined; onClose: () => void }) {
  const { slug } = useTeam();
  return (
    <ShownOnceDialog
      title={created === undefined ? '' : `${created.key.name} is ready`}
      once={
        created && {
          value: created.value,
          label: 'Your API key',
          what: 'API key',
          copyLabel: 'Copy key',
          advice: ADVICE,
        }
      }
      onClose={onClose}
    >
      <Button variant="default" onClick={onClose}>
        I have stored it
      </Button>
      <Button
        component={Link}
        to={`/teams/${slug}/quick-start?environment=${created?.key.environment}`}
        leftSection={<RocketIcon size={16} aria-hidden />}
        onClick={onClose}
      >
        Make a first query
      </Button>
    </ShownOnceDialog>
  );
}
