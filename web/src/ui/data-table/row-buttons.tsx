import { Button } from '@mantine/core';
import classes from './row-buttons.module.css';

export interface RowButton {
  readonly label: string;
  readonly color?: string;
  /** Default: filled. */
  readonly variant?: 'light' | 'default';
  readonly run: () => void;
}

interface RowButtonsProps {
  /** What the row is, for those who do not see it: "Rummy, Asha". */
  readonly of: string;
  readonly buttons: readonly RowButton[];
}

/** What can be done with a row, at its end. */
export function RowButtons({ of, buttons }: RowButtonsProps) {
  return (
    <span className={classes['buttons']}>
      {buttons.map(({ label, run, ...look }) => (
        <Button key={label} size="compact-sm" aria-label={`${label}: ${of}`} onClick={run} {...look}>
          {label}
        </Button>
      ))}
    </span>
  );
}
