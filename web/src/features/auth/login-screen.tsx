import { lazy, Suspense, useState } from 'react';
import type { OpenedSession } from '#app/session/session.ts';
import { sessionStore } from '#app/session/session-store.ts';
import { AuthCard } from './auth-card.tsx';
import { copy } from './auth.copy.ts';
import { CodeStep } from './code-step.tsx';
import { CredentialsStep, type Credentials } from './credentials-step.tsx';

/** Loaded on demand: most admins use email codes. */
const AuthenticatorStep = lazy(async () => ({ default: (await import('./authenticator-step.tsx')).AuthenticatorStep }));

/** Sign-in: the password, then the code. The guards of the router redirect afterwards. */
export function LoginScreen() {
  const [step, setStep] = useState<'credentials' | 'email' | 'authenticator'>('credentials');
  const [notice, setNotice] = useState<string>();
  const [credentials, setCredentials] = useState<Credentials>({ email: '', remember: false });
  const { email, remember } = credentials;
  const second = {
    email: email.trim(),
    remember,
    onBack: () => setStep('credentials'),
    onVerified: ({ token, admin }: Pick<OpenedSession, 'token' | 'admin'>) =>
      sessionStore.begin({ token, admin, remember }),
  };
  const toCode = (from: 'email' | 'authenticator', said?: string) => {
    setNotice(said);
    setStep(from);
  };
  return (
    <AuthCard footer={copy.footer}>
      {step === 'credentials' && (
        <CredentialsStep credentials={credentials} onChange={setCredentials} onCodeSent={toCode} />
      )}
      {step === 'email' && <CodeStep {...second} notice={notice} />}
      {step === 'authenticator' && (
        <Suspense>
          <AuthenticatorStep {...second} />
        </Suspense>
      )}
    </AuthCard>
  );
}
