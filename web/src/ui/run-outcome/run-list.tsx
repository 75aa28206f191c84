import type { ReactNode } from 'react';
import { TwoLines } from '#ui/display/index.ts';
import classes from './run-list.module.css';

interface RunListProps {
  readonly label: string;
  /** RunRow elements. */
  readonly children: ReactNode;
}

/** A scrollable list of items or of their results. */
export function RunList({ label, children }: RunListProps) {
  return (
    // A scrollable box must be focusable, so that the keyboard can scroll it.
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
