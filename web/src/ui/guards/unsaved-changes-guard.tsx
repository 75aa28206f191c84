import { useBlocker } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { dialogs } from '#ui/dialogs/index.ts';

/**
 * Asks before the user leaves a form with changes, also when only the query parameters change: a form may be in a window
 * whose state is in the URL. Closing the tab shows the browser's own question.
 */
export function UnsavedChangesGuard({ when }: { readonly when: boolean }) {
  // When the session ends, the form unmounts before the redirect to sign-in. Do not ask then.
  const isGone = useRef(false);
  useLayoutEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);
  useBlocker({
    disabled: !when,
    enableBeforeUnload: when,
    shouldBlockFn: async ({ current, next }) => {
      // A link within the page, such as "Skip to content", does not leave the form.
      const isSameView = JSON.stringify(current.search) === JSON.stringify(next.search);
      if (isGone.current || (current.pathname === next.pathname && isSameView)) return false;
      const leave = await dialogs.confirm({
        title: 'Leave without saving?',
        text: 'Your changes on this page are not saved.',
        verb: 'Leave',
        cancel: 'Stay',
        danger: true,
      });
      return !leave;
    },
  });
  return null;
}
