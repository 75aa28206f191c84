import { useSession } from '#app/session/use-session.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';

/** What is one's own: the second factor, the open sessions, the sign-ins. */
export function AccountScreen() {
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
