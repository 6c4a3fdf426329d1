import { Input, SegmentedControl, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import type { Environment } from '#/session/held-key.tsx';
import { useTeam } from '#/teams/team-context.tsx';
import { mayAdminister } from '#/teams/use-team.ts';
import type { KeyForm } from './key-form.ts';

const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date…' },
];

export function EnvironmentField({ value, onChange }: { value: Environment; onChange: (value: Environment) => void }) {
  const labelId = useId();
  const words = {
    test: 'Reads test networks. Calls are free, with a limit per second.',
    live: 'Reads main networks. Calls count against your plan.',
  };
  return (
    <Stack gap={4}>
      <Input.Label component="span" id={labelId}>
        Environment
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        fullWidth
        data={[
          { value: 'test', label: 'Test' },
          { value: 'live', label: 'Live' },
        ]}
        value={value}
        onChange={(chosen) => onChange(chosen === 'live' ? 'live' : 'test')}
      />
      <Input.Description>{words[value]}</Input.Description>
    </Stack>
  );
}

/** Off until a user who may give the permission turns it on. */
export function SendingField({ form }: { form: UseFormReturnType<KeyForm> }) {
  const mayPermit = mayAdminister(useTeam().role);
  return (
    <Switch
      label="May send transactions"
      description={
        mayPermit
          ? 'The key can hand signed transactions to the node. It can never sign.'
          : 'Owners and admins of the team can let a key hand signed transactions to the node.'
      }
      disabled={!mayPermit}
      {...form.getInputProps('maySend', { type: 'checkbox' })}
    />
  );
}

export function ManagingField({ form }: { form: UseFormReturnType<KeyForm> }) {
  const mayPermit = mayAdminister(useTeam().role);
  return (
    <Switch
      label="Manages the team"
      description="Programs can manage the team's webhooks and keys with it, as you can. It gives no key this right."
      disabled={!mayPermit}
      {...form.getInputProps('managesTeam', { type: 'checkbox' })}
    />
  );
}

export function KeyFields({ form }: { form: UseFormReturnType<KeyForm> }) {
  const { expiresAt: expiry } = form.values;
  return (
    <>
      <TextInput
        label="Name"
        description="Where the key is used, so that you know it again."
        placeholder="Production server"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label="Expires"
        data={EXPIRIES}
        value={expiry.kind}
        onChange={(kind) => form.setFieldValue('expiresAt.kind', (kind ?? 'never') as typeof expiry.kind)}
        error={expiry.kind === 'date' ? null : form.errors.expiresAt}
      />
      {expiry.kind === 'date' && (
        <TextInput
          type="date"
          label="Last day"
          value={expiry.date}
          onChange={(event) => form.setFieldValue('expiresAt.date', event.currentTarget.value)}
          error={form.errors.expiresAt}
        />
      )}
      <Textarea
        label="Allowed networks"
        description="One address or network a line. Empty: the key works from anywhere."
        placeholder="203.0.113.0/24"
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('allowedNetworks')}
      />
      <Textarea
        label="Allowed origins"
        description="Web pages that may use the key, one origin a line. Empty: every page that this service allows. Name them for a key that a browser shows."
        placeholder="https://app.example.com"
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('allowedOrigins')}
      />
    </>
  );
}
