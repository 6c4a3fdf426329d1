import { type RefObject, useEffect, useRef } from 'react';

/** The heading gets the focus whenever the title changes: screen readers then begin there. */
export function useTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Ledgergraph`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return heading;
}
