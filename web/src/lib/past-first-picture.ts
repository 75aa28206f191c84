import { useSyncExternalStore } from 'react';
import { whenIdle } from './when-idle.ts';

let isPast = false;
let isAwaited = false;
const looks = new Set<() => void>();

/**
 * False until the browser has nothing left to do for the first picture of this visit, then true for good: what nobody can
 * see yet is mounted then.
 */
export const usePastFirstPicture = (): boolean => useSyncExternalStore(subscribe, () => isPast);

function subscribe(look: () => void): () => void {
  looks.add(look);
  // Effects may run before the paint, idle time comes after it.
  if (!isAwaited) {
    isAwaited = true;
    requestAnimationFrame(() => whenIdle(pass));
  }
  return () => void looks.delete(look);
}

function pass(): void {
  isPast = true;
  for (const look of looks) look();
}
