import { Button, type ButtonProps } from '@mantine/core';
import { CheckIcon, CopyIcon } from 'lucide-react';
import { useEffect, useState } from 'react';

export interface CopyButtonProps extends ButtonProps {
  value: string;
  label?: string;
  /** For users who do not see the text beside the button. */
  what: string;
}

const SHOWN_MS = 2_000;

/** Where the browser does not let pages copy (plain http), it shows how to copy by hand. */
export function CopyButton({ value, label = 'Copy', what, ...button }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  const Icon = state === 'copied' ? CheckIcon : CopyIcon;
  const text = { idle: label, copied: 'Copied', refused: 'Select it and press Ctrl+C' }[state];
  return (
    <Button
      variant="default"
      size="xs"
      {...button}
      leftSection={<Icon size={14} aria-hidden />}
      aria-label={state === 'idle' ? `${label} ${what}` : text}
      onClick={copy}
    >
      <span aria-live="polite">{text}</span>
    </Button>
  );
}
