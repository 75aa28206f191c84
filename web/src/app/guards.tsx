import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { FullScreenLoader } from '#ui/states/index.ts';
import { NotFoundScreen } from './fallback-screens.tsx';
import { useSession } from './session/use-session.ts';
import { Shell } from './shell/shell.tsx';
import { PlainBar } from './shell/plain-bar.tsx';
import { wishedPath, WISHED_PATH } from './wished-path.ts';

const CHECKING = 'Initializing application...';

/** Screens for signed-in administrators; everybody else is led to /login, and back here afterwards. */
export function SignedInArea() {
  const { authChecked, admin, signedOutBy } = useSession();
  const address = useLocation({ select: (location) => location.href });
  if (!authChecked) return <FullScreenLoader text={CHECKING} />;
  if (!admin) {
    const wished = signedOutBy === 'user' || address === '/' ? undefined : address;
    return <Navigate to="/login" search={{ [WISHED_PATH]: wished }} replace />;
  }
  return <Shell />;
}

/** /login: a signed-in admin is led on to the wished path, else to /. */
export function SignedOutArea() {
  const { authChecked, admin } = useSession();
  const wished = useLocation({
    select: (location) => (location.search as Record<string, string | undefined>)[WISHED_PATH],
  });
  if (!authChecked) return <FullScreenLoader text={CHECKING} />;
  if (admin) return <Navigate to={wishedPath(wished) as '/'} replace />;
  return (
    <PlainBar>
      <Outlet />
    </PlainBar>
  );
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
  const Frame = admin ? Shell : PlainBar;
  return (
    <Frame>
      <NotFoundScreen />
    </Frame>
  );
}
