import { useBlocker } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useDialogs } from '#ui/dialogs/index.ts';

interface UnsavedChangesGuardProps {
  readonly when: boolean;
  /** Ask also when only the search part of the address changes: for a form in a window that lives there. */
  readonly withinScreen?: boolean;
}

/** Asks before a form with changes is left: inside the app by our dialog, on closing the tab by the browser's own question. */
export function UnsavedChangesGuard({ when, withinScreen = false }: UnsavedChangesGuardProps) {
  const dialogs = useDialogs();
  // The end of the session takes the form away first and leads to the sign-in page then: nothing is left to stay with.
  const isGone = useRef(false);
  useLayoutEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);
  useBlocker({
    disabled: !when,
    enableBeforeUnload: when,
    shouldBlockFn: async ({ current, next }) => {
      // "Skip to content" and the like lead within the page, and leave nothing.
      const isSamePlace = !withinScreen || JSON.stringify(current.search) === JSON.stringify(next.search);
      if (isGone.current || (current.pathname === next.pathname && isSamePlace)) return false;
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
