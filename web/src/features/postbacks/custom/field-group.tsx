import type { ReactNode } from 'react';
import classes from './custom-postbacks.module.css';

/** Fields that belong together, under their own name. */
export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={classes['group']}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
