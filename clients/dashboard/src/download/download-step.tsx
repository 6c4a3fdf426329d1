import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { DocsLink } from '@ledgergraph/ui/layout/docs-link.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { DownloadIcon } from 'lucide-react';
import { type DownloadForm, FORMATS, problemsOf } from './export-request.ts';
import { saveExport } from './save-export.ts';

export function DownloadStep({ value }: { value: string | undefined }) {
  const form = useForm<DownloadForm>({
    initialValues: { addresses: '', currency: '', from: '', to: '', format: 'csv' },
    validate: problemsOf,
  });
  const save = useMutation({ mutationFn: saveExport });
  const submit = form.onSubmit((asked) => {
    if (value !== undefined) save.mutate({ form: asked, key: value });
  });
  return (
    <Section
      title="2. A file"
      intro="Every movement of your addresses, read as one wallet: amount, fee, balance, other side and kind."
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm" maw={560}>
          <DownloadFields form={form} />
          <Group gap="sm">
            <Button
              type="submit"
              leftSection={<DownloadIcon size={16} aria-hidden />}
              disabled={value === undefined}
              loading={save.isPending}
            >
              Download
            </Button>
            {value === undefined && (
              <Text size="sm" c="dimmed">
                Needs a key first.
              </Text>
            )}
          </Group>
          <FormProblem error={save.error} />
          <Text size="sm" role="status">
            {save.data !== undefined && `Saved ${save.data}.`}
          </Text>
        </Stack>
      </form>
      <Text size="xs" c="dimmed">
        A file costs a call of the plan for each 1,000 movements, and has what ten blocks have confirmed.{' '}
        <DocsLink page="export">Exports</DocsLink> has the columns, and how a program asks.
      </Text>
    </Section>
  );
}

function DownloadFields({ form }: { form: UseFormReturnType<DownloadForm> }) {
  return (
    <>
      <Textarea
        label="Addresses"
        description="R…, i… or names that end in @, one on each line."
        autosize
        minRows={3}
        {...form.getInputProps('addresses')}
      />
      <TextInput
        label="Currency"
        description="Its name or i-address. Without one, all currencies."
        {...form.getInputProps('currency')}
      />
      <Group grow align="flex-start">
        <TextInput type="date" label="First day (UTC)" {...form.getInputProps('from')} />
        <TextInput type="date" label="Last day (UTC)" {...form.getInputProps('to')} />
      </Group>
      <NativeSelect
        label="Format"
        data={FORMATS.map(({ value: format, label }) => ({ value: format, label }))}
        {...form.getInputProps('format')}
      />
    </>
  );
}
