import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

interface TwoLinesProps {
  /** A cut text shows in full on hover and focus. */
  readonly first: ReactNode;
  /** Smaller, below the first. */
  readonly second: ReactNode;
  /** `excerpt`: up to two lines of text. `late`: overdue. */
  readonly look?: 'excerpt' | 'late' | undefined;
}

/** Two lines of a cell, such as a name above an email address. */
export function TwoLines({ first, second, look }: TwoLinesProps) {
  return (
    <span className={classes['two']}>
      {typeof first === 'string' ? (
        <span data-tip={first} data-tip-when-cut>
          {first}
        </span>
      ) : (
        first
      )}
      <span
        className={classes['second']}
        data-look={look}
        {...(typeof second === 'string' ? { 'data-tip': second, 'data-tip-when-cut': true } : {})}
      >
        {second}
      </span>
    </span>
  );
}
