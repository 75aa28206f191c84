import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * False until the content rendered with `ready` is painted, then true while `key` stays the same. Content below the
 * window waits for it. React's deferred updates do not help: React may render both before the first paint.
 */
export function useAfterPaint(ready: boolean, key: string | number = ''): boolean {
  const [paintedKey, setPaintedKey] = useState<string | number>();
  const painted = paintedKey === key;
  useEffect(() => {
    if (!ready || painted) return;
    let cancel: (() => void) | undefined;
    // The frame callback runs before the paint. The browser is idle after the paint and the events that waited for it.
    const frame = requestAnimationFrame(() => {
      cancel = whenIdle(() => startTransition(() => setPaintedKey(key)));
    });
    return () => {
      cancelAnimationFrame(frame);
      cancel?.();
    };
  }, [ready, painted, key]);
  return painted;
}
