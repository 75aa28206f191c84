import { VisuallyHidden } from '@mantine/core';
import type { Counted } from '#lib/screen.ts';
import { useWaiting } from '../live/live-state.ts';
import classes from './shell.module.css';

const MOST_SHOWN = 99;

/** Shows how many records behind a link wait for a decision. */
export function WaitingBadge({ what }: { readonly what: Counted }) {
  const count = useWaiting()?.[what];
  if (!count) return null;
  return (
    <span className={classes['waiting']}>
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  );
}
