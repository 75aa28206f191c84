import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { FullScreenLoader } from '#ui/states/index.ts';
import { may } from '#lib/may.ts';
import { useOpenScreen } from '#lib/screen.ts';
import { NoRightScreen, NotFoundScreen } from './fallback-screens.tsx';
import { lazyComponent } from './lazy-component.ts';
import { useSession } from './session/session-store.ts';
import { PlainBar } from './shell/plain-bar.tsx';
import { requestedPath, REQUESTED_PATH } from './requested-path.ts';

/** Keeps the code for signed-in users out of the sign-in bundle. */
export const Shell = lazyComponent<{ readonly children?: ReactNode }>(
  async () => (await import('./shell/shell.tsx')).Shell,
);

const InShell = ({ children }: { readonly children?: ReactNode }) => (
  <Suspense fallback={<FullScreenLoader />}>
    <Shell>{children}</Shell>
  </Suspense>
);

/** Protects the screens of signed-in administrators. Sends others to /login, and back after sign-in. */
export function SignedInArea() {
  const { authChecked, admin } = useSession();
  const right = useOpenScreen()?.right;
  if (!authChecked) return <FullScreenLoader />;
  if (!admin) return <ToLogin />;
  const isForbidden = !may(right);
  // A changed role draws everything anew.
  return <InShell key={admin.role}>{isForbidden && <NoRightScreen right={right} />}</InShell>;
}

function ToLogin() {
  const { signedOutBy } = useSession();
  const address = useLocation({ select: (location) => location.href });
  // Kept from the first render: while the sign-in page loads, the URL is already /login. Requesting that would loop.
  const [requested] = useState(signedOutBy === 'user' || address === '/' ? undefined : address);
  return <Navigate to="/login" search={{ [REQUESTED_PATH]: requested }} replace />;
}

/** /login: sends a signed-in admin to the requested path, else to /. */
export function SignedOutArea() {
  const { authChecked, admin } = useSession();
  if (!authChecked) return <FullScreenLoader />;
  if (admin) return <ToWishedPath />;
  return (
    <PlainBar>
      <Outlet />
    </PlainBar>
  );
}

function ToWishedPath() {
  const next = useSearch({ strict: false, select: (search) => search[REQUESTED_PATH] });
  // Kept from the first render: while the next screen loads, the URL no longer contains `next`.
  const [requested] = useState(next);
  return <Navigate to={requestedPath(requested)} replace />;
}

/** Screens for anyone. They need no session check. */
export function PublicArea() {
  return (
    <PlainBar>
      <Outlet />
    </PlainBar>
  );
}

/** Shown for an unknown URL. Signed-in users see it inside the shell. */
export function UnknownUrlArea() {
  const { admin } = useSession();
  const Frame = admin ? InShell : PlainBar;
  return (
    <Frame>
      <NotFoundScreen />
    </Frame>
  );
}
