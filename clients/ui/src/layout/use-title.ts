import { type RefObject, useEffect, useRef } from 'react';

/** Names the document, and gives the heading the focus whenever the title changes: screen readers then begin where eyes do. */
export function useTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Ledgergraph`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return heading;
}
