import type { ReactNode } from 'react';
import { TwoLines } from '#ui/display/index.ts';
import classes from './run-list.module.css';

interface RunListProps {
  readonly label: string;
  /** RunRow elements. */
  readonly children: ReactNode;
}

/** What a large piece of work is about, or what became of each part: a box that scrolls. */
export function RunList({ label, children }: RunListProps) {
  return (
    // A box that scrolls has to be reachable by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes['list']} aria-label={label} tabIndex={0}>
      {children}
    </ul>
  );
}

interface RunRowProps {
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** At the end of the row. */
  readonly children: ReactNode;
}

export function RunRow({ first, second, children }: RunRowProps) {
  return (
    <li>
      <TwoLines first={<span>{first}</span>} second={second} />
      {children}
    </li>
  );
}
