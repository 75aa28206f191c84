import { Badge, Tooltip } from '@mantine/core';

/** The colours that the specification names for states. */
export type StatusColor = 'green' | 'red' | 'yellow' | 'blue' | 'gray' | 'dark';

export interface StatusLook {
  readonly label: string;
  readonly color: StatusColor;
}

/**
 * A state as colour and word, with its reason on hover and focus:
 * `<StatusBadge {...withdrawalStatus(row.status)} reason={row.adminReason} />`.
 */
export function StatusBadge({ label, color, reason }: StatusLook & { readonly reason?: string | null | undefined }) {
  const badge = (
    <Badge color={color} variant={color === 'dark' ? 'filled' : 'light'} {...(reason ? { tabIndex: 0 } : {})}>
      {label}
    </Badge>
  );
  return reason ? <Tooltip label={reason}>{badge}</Tooltip> : badge;
}
