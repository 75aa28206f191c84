import classes from './display.module.css';

/** The status colours of the specification. */
export type StatusColor = 'green' | 'red' | 'yellow' | 'blue' | 'gray' | 'dark';

export interface StatusLook {
  readonly label: string;
  readonly color: StatusColor;
}

/**
 * A status as colour and word. Its reason shows on hover and focus: `<StatusBadge {...withdrawalStatus(row.status)}
 * reason={row.adminReason} />`.
 */
export function StatusBadge({ label, color, reason }: StatusLook & { readonly reason?: string | null | undefined }) {
  return (
    <span
      className={classes['badge']}
      data-color={color}
      style={
        color === 'dark'
          ? { background: 'var(--mantine-color-dark-filled)', color: '#fff' }
          : { background: `var(--mantine-color-${color}-light)`, color: `var(--mantine-color-${color}-light-color)` }
      }
      {...(reason ? { 'data-tip': reason, tabIndex: 0 } : {})}
    >
      {label}
      {reason ? <span className={classes['forReaders']}>{` (${reason})`}</span> : null}
    </span>
  );
}
