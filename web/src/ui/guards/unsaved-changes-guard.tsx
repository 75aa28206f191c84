import { useBlocker } from '@tanstack/react-router';
import { useDialogs } from '#ui/dialogs/index.ts';

interface UnsavedChangesGuardProps {
  readonly when: boolean;
  /** Ask also when only the search part of the address changes: for a form in a window that lives there. */
  readonly withinScreen?: boolean;
}

/** Asks before a form with changes is left: inside the app by our dialog, on closing the tab by the browser's own question. */
export function UnsavedChangesGuard({ when, withinScreen = false }: UnsavedChangesGuardProps) {
  const dialogs = useDialogs();
  useBlocker({
    disabled: !when,
    enableBeforeUnload: when,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname && !withinScreen) return false;
      const leave = await dialogs.confirm({
        title: 'Leave without saving?',
        text: 'Your changes on this page are not saved yet.',
        verb: 'Leave',
        cancel: 'Stay',
        danger: true,
      });
      return !leave;
    },
  });
  return null;
}
