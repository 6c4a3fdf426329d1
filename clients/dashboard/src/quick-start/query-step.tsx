import { CodeBlock } from '@ledgergraph/ui/feedback/code-block.tsx';
import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { DocsLink } from '@ledgergraph/ui/layout/docs-link.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Code, Group, Stack, Tabs, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PlayIcon } from 'lucide-react';
import { useMe } from '#/session/use-me.ts';
import type { StepProps } from './key-step.tsx';
import { runFirstQuery } from './run-first-query.ts';
import { LANGUAGES } from './snippets.ts';

export function QueryStep({ environment, value }: StepProps) {
  const { keyBrand } = useMe();
  const endpoint = `${window.location.origin}/graphql`;
  const key = value ?? `${keyBrand}_${environment}_YOUR_KEY`;
  const run = useMutation({ mutationFn: runFirstQuery });
  return (
    <Section title="2. A query" intro="The networks that the key reads, and the block each of them is at.">
      <Tabs defaultValue={LANGUAGES[0].value} keepMounted={false}>
        <Tabs.List>
          {LANGUAGES.map(({ value: language, label }) => (
            <Tabs.Tab key={language} value={language}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map(({ value: language, title, write }) => (
          <Tabs.Panel key={language} value={language} pt="sm">
            <CodeBlock code={write({ endpoint, key })} title={title} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group gap="sm">
        <Button
          leftSection={<PlayIcon size={16} aria-hidden />}
          disabled={value === undefined}
          loading={run.isPending}
          onClick={() => value !== undefined && run.mutate({ endpoint, key: value })}
        >
          Run it here
        </Button>
        {value === undefined && (
          <Text size="sm" c="dimmed">
            Needs a key first.
          </Text>
        )}
      </Group>
      <Text size="sm">
        A program that calls verusd’s own API changes one URL: <Code>{`${window.location.origin}/rpc/<chain>`}</Code>,
        with the key as its password. <DocsLink page="node-rpc">Read how</DocsLink>
      </Text>
      <FormProblem error={run.error} />
      {run.data !== undefined && (
        <Stack gap="xs" role="status">
          <CodeBlock code={run.data.body} title={`Answer, ${run.data.milliseconds} ms`} />
        </Stack>
      )}
    </Section>
  );
}
