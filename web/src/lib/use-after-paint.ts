import { startTransition, useEffect, useState } from 'react';

/**
 * False until what was drawn with `ready` can be seen, then true for good: what the window cannot show waits for it. React's
 * own deferral is no help at the first picture, where it draws both before the browser paints.
 */
export function useAfterPaint(ready: boolean): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    if (!ready || painted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The callback runs before the paint, and the timer that it sets after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [ready, painted]);
  return painted;
}
