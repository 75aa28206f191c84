import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { onFirstTouch } from '#lib/first-touch.ts';
import { dialogQueue } from './dialogs.ts';

const load = () => import('./open-dialog.tsx');
const OpenDialog = lazy(async () => ({ default: (await load()).OpenDialog }));

/** Shows the open dialog. Once, at the root of the app. */
export function DialogHost() {
  const isOpen = useSyncExternalStore(dialogQueue.subscribe, () => dialogQueue.current() !== undefined);
  useEffect(() => onFirstTouch(load), []);
  return isOpen ? (
    <Suspense fallback={null}>
      <OpenDialog />
    </Suspense>
  ) : null;
}
