import { CodeBlock } from '@ledgergraph/ui/feedback/code-block.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Tabs } from '@mantine/core';
import { VERIFY_SNIPPETS } from './verify-snippets.ts';

export function VerifySection() {
  return (
    <Section
      title="Verify signatures"
      intro="Every event is signed as Standard Webhooks has it. Check the signature before you believe an event, and drop ids that you have seen."
    >
      <Tabs defaultValue={VERIFY_SNIPPETS[0].value} keepMounted={false}>
        <Tabs.List>
          {VERIFY_SNIPPETS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {VERIFY_SNIPPETS.map(({ value, title, code }) => (
          <Tabs.Panel key={value} value={value} pt="sm">
            <CodeBlock title={title} code={code} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}
