import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { dialogQueue } from './dialogs.ts';

const load = () => import('./open-dialog.tsx');
const OpenDialog = lazy(async () => ({ default: (await load()).OpenDialog }));

/** Long enough after the start that the first screen has everything to itself. */
const FETCH_AFTER_MS = 1500;

/** Shows the open dialog. Once, at the root of the app; the dialogs' own code comes after the first screen. */
export function DialogHost() {
  const isOpen = useSyncExternalStore(dialogQueue.subscribe, () => dialogQueue.current() !== undefined);
  useEffect(() => {
    const timer = setTimeout(() => void load(), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOpen ? (
    <Suspense fallback={null}>
      <OpenDialog />
    </Suspense>
  ) : null;
}
