import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Returns true once the content that was rendered with `ready` is painted. A transition is not enough: React may render
 * both before the first paint.
 */
export function useAfterPaint(ready: boolean): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    if (!ready || painted) return;
    let cancel: (() => void) | undefined;
    // The frame callback runs before the paint. The browser is idle after the paint and the events that waited for it.
    const frame = requestAnimationFrame(() => {
      cancel = whenIdle(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      cancel?.();
    };
  }, [ready, painted]);
  return painted;
}
