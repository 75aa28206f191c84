import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

interface TwoLinesProps {
  /** A text that does not fit is whole on hover and focus. */
  readonly first: ReactNode;
  /** Smaller, beneath. */
  readonly second: ReactNode;
  /** `excerpt`: two lines of it, where there is room for them. `late`: it should have been done by now. */
  readonly look?: 'excerpt' | 'late' | undefined;
}

/** What a row is about and what says more of it: a name above its address. */
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
