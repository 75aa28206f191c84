import type { ReactNode } from 'react';
import type { RowLink } from './columns.ts';
import classes from './row-buttons.module.css';
import { RowAnchor } from './row-link.tsx';

interface RowIconProps {
  /** The action, shown on hover and focus. */
  readonly tip: string;
  /** The full accessible name: "Delete Asha". */
  readonly name: string;
  readonly children: ReactNode;
}

/** An icon button of a row. A plain element, because a page has a hundred of them. */
export const RowIconButton = ({
  tip,
  name,
  danger,
  onClick,
  children,
}: RowIconProps & { readonly danger?: boolean; readonly onClick: () => void }) => (
  <button
    type="button"
    className={classes['icon']}
    data-danger={danger || undefined}
    aria-label={name}
    data-tip={tip}
    onClick={onClick}
  >
    {children}
  </button>
);

export const RowIcons = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes['icons']}>{children}</span>
);

/** A link with the same look. */
export const RowIconLink = ({ tip, name, link, children }: RowIconProps & { readonly link: RowLink }) => (
  <RowAnchor link={link} className={classes['icon']} aria-label={name} data-tip={tip}>
    {children}
  </RowAnchor>
);
