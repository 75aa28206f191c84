import type { ReactNode } from 'react';
import classes from './custom-postbacks.module.css';

export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={classes['group']}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
