import { useEffect, useRef } from 'react';

type Close = (() => void) | undefined;

/** The open windows and dialogs that have no history entry. The topmost is last. */
let open: readonly { readonly current: Close }[] = [];

/** Back closes this window instead of leaving its screen. Without `close`, Back does nothing. */
export function useClosedByBack(close: Close, hasOwnEntry = false): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (hasOwnEntry) return;
    open = [...open, latest];
    return () => void (open = open.filter((other) => other !== latest));
  }, [hasOwnEntry]);
}

/** @returns false if nothing is open: then Back leaves the screen */
export function closeByBack(): boolean {
  const topmost = open.at(-1);
  topmost?.current?.();
  return topmost !== undefined;
}
