import classes from './row-buttons.module.css';

export interface RowButton {
  readonly label: string;
  /** Without one it is filled. Red is light. */
  readonly color?: 'green' | 'red' | 'default';
  /** Why it cannot be pressed. Shown on hover and focus. */
  readonly disabledReason?: string | undefined;
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
      {buttons.map(({ label, color, disabledReason, run }) => (
        <button
          key={label}
          type="button"
          className={classes['button']}
          data-color={color}
          aria-label={`${label}: ${of}`}
          {...(disabledReason === undefined
            ? { onClick: run }
            : { 'aria-disabled': true, 'aria-description': disabledReason, 'data-tip': disabledReason })}
        >
          {label}
        </button>
      ))}
    </span>
  );
}
