import { useEffect, useState } from 'react';

/** Counts down whole seconds by the clock, so that a background tab does not fall behind. */
export function useCountdown(durationMs: number): { readonly secondsLeft: number; readonly restart: () => void } {
  const [endsAt, setEndsAt] = useState(() => Date.now() + durationMs);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const over = secondsLeft === 0;

  useEffect(() => {
    if (over) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [over, endsAt]);

  const restart = (): void => {
    setNow(Date.now());
    setEndsAt(Date.now() + durationMs);
  };
  return { secondsLeft, restart };
}
