import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { FullScreenLoader } from '#ui/states/index.ts';
import { NotFoundScreen } from './fallback-screens.tsx';
import { lazyComponent } from './lazy-component.ts';
import { useSession } from './session/use-session.ts';
import { PlainBar } from './shell/plain-bar.tsx';
import { wishedPath, WISHED_PATH } from './wished-path.ts';

const CHECKING = 'Initializing application...';

/** Everything that only signed-in people need, out of the sign-in page. */
export const Shell = lazyComponent<{ readonly children?: ReactNode }>(
  async () => (await import('./shell/shell.tsx')).Shell,
);

const InShell = ({ children }: { readonly children?: ReactNode }) => (
  <Suspense fallback={<FullScreenLoader text={CHECKING} />}>
    <Shell>{children}</Shell>
  </Suspense>
);

/** Screens for signed-in administrators; everybody else is led to /login, and back here afterwards. */
export function SignedInArea() {
  const { authChecked, admin } = useSession();
  if (!authChecked) return <FullScreenLoader text={CHECKING} />;
  return admin ? <InShell /> : <ToLogin />;
}

function ToLogin() {
  const { signedOutBy } = useSession();
  const address = useLocation({ select: (location) => location.href });
  // As it was at first: while the sign-in page is fetched the address is already that of /login, and wishing to go
  // there would lead on and on.
  const [wished] = useState(signedOutBy === 'user' || address === '/' ? undefined : address);
  return <Navigate to="/login" search={{ [WISHED_PATH]: wished }} replace />;
}

/** /login: a signed-in admin is led on to the wished path, else to /. */
export function SignedOutArea() {
  const { authChecked, admin } = useSession();
  if (!authChecked) return <FullScreenLoader text={CHECKING} />;
  if (admin) return <ToWishedPath />;
  return (
    <PlainBar>
      <Outlet />
    </PlainBar>
  );
}

function ToWishedPath() {
  const next = useLocation({
    select: (location) => (location.search as Record<string, string | undefined>)[WISHED_PATH],
  });
  // As it was at first: while the wished screen is fetched the address names no wish any more.
  const [wished] = useState(next);
  return <Navigate to={wishedPath(wished)} replace />;
}

/** Screens for anyone, with no sign-in check. */
export function PublicArea() {
  return (
    <PlainBar>
      <Outlet />
    </PlainBar>
  );
}

/** An address that leads nowhere: inside the shell for those who are signed in. */
export function NowhereArea() {
  const { admin } = useSession();
  const Frame = admin ? InShell : PlainBar;
  return (
    <Frame>
      <NotFoundScreen />
    </Frame>
  );
}
