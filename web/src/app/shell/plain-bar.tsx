import type { ReactNode } from 'react';
import { OfflineBanner } from '#ui/guards/offline-banner.tsx';
import { Brand } from './brand.tsx';
import classes from './shell.module.css';

/** The bar for those who are not signed in: the product's name; its links would only lead back to /login. */
export function PlainBar({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <header className={classes['bar']}>
        <div className={classes['barInner']}>
          <Brand />
        </div>
      </header>
      <OfflineBanner />
      <main className={classes['main']}>{children}</main>
    </>
  );
}
