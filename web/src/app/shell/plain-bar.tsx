import type { ReactNode } from 'react';
import { OfflineBanner } from '#ui/guards/offline-banner.tsx';
import { Brand } from './brand.tsx';
import classes from './shell.module.css';

/** The bar for signed-out visitors: only the product's name. All other links would redirect to /login. */
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
