import type { CSSProperties, ReactNode } from 'react';
import classes from './form.module.css';

interface FieldGridProps {
  /** The minimum width of a field. */
  readonly width: string;
  /** `end`: the inputs stand in line although their descriptions differ in height. */
  readonly align?: 'end';
  readonly children: ReactNode;
}

/** Fields side by side, as many as fit. */
export const FieldGrid = ({ width, align, children }: FieldGridProps) => (
  <div className={classes['grid']} style={{ '--field-width': width, alignItems: align } as CSSProperties}>
    {children}
  </div>
);
