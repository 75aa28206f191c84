import classes from './row-buttons.module.css';

export interface RowButton {
  readonly label: string;
  readonly color?: 'green' | 'red';
  /** Default: filled. Red is always light. */
  readonly variant?: 'light' | 'default';
  readonly disabled?: boolean;
  readonly run: () => void;
}

interface RowButtonsProps {
  /** Names the row for screen readers: "Rummy, Asha". */
  readonly of: string;
  readonly buttons: readonly RowButton[];
}

/** The buttons at the end of a row. Plain elements, because a page has hundreds of them. */
export function RowButtons({ of, buttons }: RowButtonsProps) {
  return (
    <span className={classes['buttons']}>
      {buttons.map(({ label, color, variant, disabled, run }) => (
        <button
          key={label}
          type="button"
          className={classes['button']}
          data-color={color}
          data-variant={variant}
          aria-label={`${label}: ${of}`}
          disabled={disabled}
          onClick={run}
        >
          {label}
        </button>
      ))}
    </span>
  );
}
