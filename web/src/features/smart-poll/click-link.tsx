import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import classes from './smart-poll.module.css';

/** A click id that leads to everything known of the click. */
export function ClickLink({ clickId }: { readonly clickId: string }) {
  const router = useRouter();
  const href = `/clicks/${encodeURIComponent(clickId)}`;
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    <a href={href} className={classes['click']} onClick={open}>
      {clickId}
    </a>
  );
}
