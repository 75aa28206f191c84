import type { ReactNode } from 'react';
import type { RowLink } from './columns.ts';
import classes from './row-buttons.module.css';
import { RowAnchor } from './row-link.tsx';

interface RowIconProps {
  /** What it does, shown on hover and focus. */
  readonly tip: string;
  /** Its whole name for those who do not see the row: "Delete Asha". */
  readonly name: string;
  readonly children: ReactNode;
}

/** A button of a row that is only an icon. Plain elements: a page has a hundred of them. */
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

/** The same for what leads somewhere. */
export const RowIconLink = ({ tip, name, link, children }: RowIconProps & { readonly link: RowLink }) => (
  <RowAnchor link={link} className={classes['icon']} aria-label={name} data-tip={tip}>
    {children}
  </RowAnchor>
);
