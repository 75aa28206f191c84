import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Returns true once the content that was rendered with `ready` is painted, and while `key` stays the same. Content below
 * the window waits for it. A transition is not enough: React may render both before the first paint.
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
