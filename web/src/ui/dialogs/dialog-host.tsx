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

/** Preloads the dialog code. If loading fails, the first dialog shows the error. */
export const preloadDialogs = (): Promise<unknown> => load().catch(() => undefined);

/** Shows the current dialog. Mounted once, at the root of the app. */
export function DialogHost() {
  const isOpen = useSyncExternalStore(dialogQueue.subscribe, () => dialogQueue.current() !== undefined);
  // A layout effect runs before the effects of windows, so this key listener comes first.
  useLayoutEffect(() => {
    addEventListener('keydown', holdKeys, true);
    return () => removeEventListener('keydown', holdKeys, true);
  }, []);
  return isOpen ? <Open /> : null;
}

/** Renders at once if its code is loaded. */
function Open() {
  const [Dialog] = useState(() => Loaded ?? LazyDialog);
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}
