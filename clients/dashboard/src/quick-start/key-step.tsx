import type { CreatedKey } from '@ledgergraph/dashboard-api/contract';
import { CopyButton } from '@ledgergraph/ui/feedback/copy-button.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { CircleCheckIcon, PlusIcon } from 'lucide-react';
import { useState } from 'react';
import { CreateKeyDialog } from '#/keys/create-key-dialog.tsx';
import { RevealKeyDialog } from '#/keys/reveal-key-dialog.tsx';
import { type Environment, useHeldKey } from '#/session/held-key.tsx';
import { useMe } from '#/session/use-me.ts';
import { useTeam } from '#/teams/team-context.tsx';
import { pastedKeyProblem } from './pasted-key.ts';

export interface StepProps {
  environment: Environment;
  /** Undefined: this tab does not have the full key. */
  value: string | undefined;
}

export function KeyStep({ environment, value }: StepProps) {
  const [isCreating, creating] = useDisclosure(false);
  const [created, setCreated] = useState<CreatedKey>();
  const reveal = (made: CreatedKey): void => {
    creating.close();
    setCreated(made);
  };
  return (
    <Section
      title="1. A key"
      intro={
        environment === 'test'
          ? 'A test key reads test networks. Its calls cost nothing.'
          : 'A live key reads main networks. Answered calls count against the plan.'
      }
      action={
        value === undefined && (
          <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={creating.open}>
            Make a {environment} key
          </Button>
        )
      }
    >
      {value === undefined ? <PasteKey environment={environment} /> : <KeyAtHand value={value} />}
      <CreateKeyDialog isOpen={isCreating} onClose={creating.close} onCreated={reveal} environment={environment} />
      <RevealKeyDialog created={created} onClose={() => setCreated(undefined)} />
    </Section>
  );
}

function KeyAtHand({ value }: { value: string }) {
  return (
    <Group gap="sm">
      <Group gap={6} style={{ flex: '1 1 260px' }}>
        <CircleCheckIcon size={18} color="var(--lg-good)" aria-hidden />
        <Text size="sm">
          Your key ending in <b>{value.slice(-4)}</b> is used below. This tab forgets it when you close or reload it.
        </Text>
      </Group>
      <CopyButton value={value} what="API key" label="Copy key" />
    </Group>
  );
}

function PasteKey({ environment }: { environment: Environment }) {
  const { keyBrand } = useMe();
  const team = useTeam();
  const { hold } = useHeldKey();
  const form = useForm({
    initialValues: { key: '' },
    validate: { key: (key) => pastedKeyProblem(key, { keyBrand, environment }) },
  });
  return (
    <form onSubmit={form.onSubmit(({ key }) => hold({ teamId: team.id, environment, value: key.trim() }))} noValidate>
      <Stack gap={4}>
        <Group align="flex-end" gap="sm">
          <PasswordInput
            label="Or use one that you have kept"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
            placeholder={`${keyBrand}_${environment}_…`}
            autoComplete="off"
            style={{ flex: '1 1 260px' }}
            maw={460}
            {...form.getInputProps('key')}
            error={form.errors.key !== undefined}
            aria-describedby="pasted-key-problem"
          />
          <Button type="submit" variant="default">
            Use it here
          </Button>
        </Group>
        <Text id="pasted-key-problem" size="xs" c="var(--mantine-color-error)" role="status">
          {form.errors.key}
        </Text>
      </Stack>
    </form>
  );
}
