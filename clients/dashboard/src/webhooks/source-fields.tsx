import type { WebhookEventType } from '@ledgergraph/dashboard-api/webhook-contract';
import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { OWN_SUBSCRIPTION, type WebhookForm } from './webhook-form.ts';

export interface SourceFieldsProps {
  form: UseFormReturnType<WebhookForm>;
  types: readonly WebhookEventType[];
}

export function SourceFields({ form, types }: SourceFieldsProps) {
  const type = types.find(({ name }) => name === form.values.choice);
  return (
    <>
      <Select
        label="Events"
        description={type?.description ?? 'Any GraphQL subscription; each result is an event.'}
        searchable
        allowDeselect={false}
        data={choicesOf(types)}
        value={form.values.choice}
        onChange={(choice) => form.setFieldValue('choice', choice ?? OWN_SUBSCRIPTION)}
        error={form.errors.eventType}
      />
      {type === undefined ? <OwnSubscription form={form} /> : <Variables form={form} type={type} />}
    </>
  );
}

function Variables({ form, type }: { form: UseFormReturnType<WebhookForm>; type: WebhookEventType }) {
  return type.variables.map(({ name, description, isRequired, isList }) => {
    const field = {
      label: name,
      description: isList ? `${description}; one a line` : description,
      required: isRequired,
      value: form.values.typed[name] ?? '',
      error: form.errors[`typed.${name}`],
    };
    const take = (text: string): void => form.setFieldValue('typed', { ...form.values.typed, [name]: text });
    return isList ? (
      <Textarea
        key={name}
        autosize
        minRows={1}
        maxRows={5}
        {...field}
        onChange={(event) => take(event.currentTarget.value)}
      />
    ) : (
      <TextInput key={name} {...field} onChange={(event) => take(event.currentTarget.value)} />
    );
  });
}

function OwnSubscription({ form }: { form: UseFormReturnType<WebhookForm> }) {
  const monospace = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };
  return (
    <>
      <Textarea
        label="Subscription"
        autosize
        minRows={4}
        maxRows={14}
        styles={monospace}
        {...form.getInputProps('operation')}
      />
      <Textarea
        label="Variables"
        description="A JSON object"
        autosize
        styles={monospace}
        {...form.getInputProps('variables')}
      />
    </>
  );
}

/** Groups types by the part of their name before the dot. */
function choicesOf(types: readonly WebhookEventType[]) {
  const groups = Map.groupBy(types, ({ name }) => name.split('.')[0] ?? '');
  return [
    ...[...groups].map(([group, items]) => ({ group, items: items.map(({ name }) => ({ value: name, label: name })) })),
    { group: 'custom', items: [{ value: OWN_SUBSCRIPTION, label: 'A subscription of my own' }] },
  ];
}
