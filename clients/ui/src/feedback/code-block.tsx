import { Box, Group, Text } from '@mantine/core';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

export interface CodeBlockProps {
  code: string;
  title: string;
  /** Text shown instead of the code, if part of it is secret; the button copies the code. */
  shown?: string;
}

export function CodeBlock({ code, title, shown = code }: CodeBlockProps) {
  return (
    <Box className={classes.block}>
      <Group justify="space-between" className={classes.bar}>
        <Text size="xs" c="dimmed" fw={600}>
          {title}
        </Text>
        <CopyButton value={code} what={title} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.code} tabIndex={0} aria-label={title}>
        <pre>
          <code>{shown}</code>
        </pre>
      </section>
    </Box>
  );
}
