import { lazy, Suspense, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { dialogQueue, holdKeys } from './dialogs.ts';

let Loaded: ComponentType | undefined;
const load = async () => {
  const { OpenDialog } = await import('./open-dialog.tsx');
  Loaded = OpenDialog;
  return { default: OpenDialog };
};
const LazyDialog = lazy(load);

/** Fetches the code of the dialogs before one is asked for; a failure shows when it is. */
export const preloadDialogs = (): Promise<unknown> => load().catch(() => undefined);

/** Shows the open dialog. Once, at the root of the app. */
export function DialogHost() {
  const isOpen = useSyncExternalStore(dialogQueue.subscribe, () => dialogQueue.current() !== undefined);
  // Before anything else that listens to the keys of the whole page: windows do so in their effects.
  useLayoutEffect(() => {
    addEventListener('keydown', holdKeys, true);
    return () => removeEventListener('keydown', holdKeys, true);
  }, []);
  return isOpen ? <Open /> : null;
}

/** Drawn at once when its code is here already. */
function Open() {
  const [Dialog] = useState(() => Loaded ?? LazyDialog);
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}
