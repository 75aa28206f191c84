import '../styles/signed-in.ts';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { OfflineBanner } from '#ui/guards/index.ts';
import { TipHost } from '#ui/tip/index.ts';
import { useLive } from '../live/live.ts';
import { NavBar } from './nav-bar.tsx';
import { PayoutsStoppedBanner, RestoredCopyBanner } from './banners.tsx';
import classes from './shell.module.css';
import { PaletteKey } from './palette-key.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';

/** The frame around every screen of a signed-in admin. */
export function Shell({ children }: { readonly children?: ReactNode }) {
  useLive();
  const main = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const shownPath = useRef(path);

  // On a new screen, moves the focus to its top. Keyboard and screen reader start there.
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <>
      <a href="#main" className={classes['skip']}>
        Skip to content
      </a>
      <NavBar />
      <OfflineBanner />
      <PayoutsStoppedBanner />
      <RestoredCopyBanner />
      <main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        {children || <Outlet />}
      </main>
      <PaletteKey />
      <ShortcutHelp />
      <TipHost />
    </>
  );
}
