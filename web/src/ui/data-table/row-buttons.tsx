import classes from './row-buttons.module.css';

export interface RowButton {
  readonly label: string;
  readonly color?: 'green' | 'red';
  /** Default: filled. Red is only light. */
  readonly variant?: 'light' | 'default';
  readonly run: () => void;
}

interface RowButtonsProps {
  /** What the row is, for those who do not see it: "Rummy, Asha". */
  readonly of: string;
  readonly buttons: readonly RowButton[];
}

/** What can be done with a row, at its end. Plain elements: a page has hundreds of them. */
export function RowButtons({ of, buttons }: RowButtonsProps) {
  return (
    <span className={classes['buttons']}>
      {buttons.map(({ label, color, variant, run }) => (
        <button
          key={label}
          type="button"
          className={classes['button']}
          data-color={color}
          data-variant={variant}
          aria-label={`${label}: ${of}`}
          onClick={run}
        >
          {label}
        </button>
      ))}
    </span>
  );
}
