import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '#lib/document-title.ts';
import { useScreenTitle } from '#lib/screen.ts';
import classes from './auth.module.css';

/** The narrow card of the screens outside the shell. It contains the h1. */
export function AuthCard({ children, footer }: { readonly children: ReactNode; readonly footer?: ReactNode }) {
  const title = useScreenTitle();
  useDocumentTitle(title);
  return (
    <div className={classes['page']}>
      <section className={classes['card']} aria-labelledby="auth-title">
        <h1 id="auth-title" className={classes['title']}>
          {title}
        </h1>
        {children}
      </section>
      {footer !== undefined && (
        <Text c="dimmed" ta="center">
          {footer}
        </Text>
      )}
    </div>
  );
}
