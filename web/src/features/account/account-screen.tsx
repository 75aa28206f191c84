import { useSession } from '#app/session/session-store.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';

/** The admin's own account: second factor, open sessions and sign-ins. */
function AccountScreen() {
  const { admin } = useSession();
  return (
    <>
      <PageHeader text={admin?.email} />
      <AuthenticatorSection />
      <PasswordSection />
      <SessionsSection />
      <SignInsSection />
    </>
  );
}

export { AccountScreen as component };
export { screenQueries as queries } from './account.queries.ts';
