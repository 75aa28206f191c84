import { lazy, Suspense, useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { OIDC_CONFIRMED, OIDC_OUTCOME } from '@muneem/contract/auth';
import type { OpenedSession } from '#app/session/session.ts';
import { sessionStore } from '#app/session/session-store.ts';
import { AuthCard } from './auth-card.tsx';
import { copy } from './auth.copy.ts';
import { CodeStep } from './code-step.tsx';
import { CredentialsStep, firstRunQuery, type Credentials } from './credentials-step.tsx';

/** Loaded on demand: most admins use email codes. */
const AuthenticatorStep = lazy(async () => ({ default: (await import('./authenticator-step.tsx')).AuthenticatorStep }));
const ProviderSignIn = lazy(async () => ({ default: (await import('./provider-sign-in.tsx')).ProviderSignIn }));
const ProviderOutcome = lazy(async () => ({ default: (await import('./provider-outcome.tsx')).ProviderOutcome }));

/** Sign-in: the password, then the code; or the identity provider. The guards of the router redirect afterwards. */
export function LoginScreen() {
  const [step, setStep] = useState<'credentials' | 'email' | 'authenticator'>('credentials');
  const [notice, setNotice] = useState<string>();
  const [credentials, setCredentials] = useState<Credentials>({ email: '', remember: false });
  const [byPassword, setByPassword] = useState(false);
  const provider = useQuery(firstRunQuery).data?.provider;
  const outcome = useSearch({ strict: false, select: (search) => search[OIDC_OUTCOME] });
  const [isFinishing, setFinishing] = useState(outcome === OIDC_CONFIRMED);
  const stopFinishing = useCallback(() => setFinishing(false), []);
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
  const isFirstStep = step === 'credentials';
  return (
    <AuthCard footer={copy.footer}>
      {isFirstStep && outcome !== undefined && (
        <Suspense>
          <ProviderOutcome outcome={outcome} name={provider?.name} onFailed={stopFinishing} />
        </Suspense>
      )}
      {isFirstStep && !isFinishing && (provider?.only !== true || byPassword) && (
        <CredentialsStep credentials={credentials} onChange={setCredentials} onCodeSent={toCode} />
      )}
      {isFirstStep && !isFinishing && provider !== undefined && (
        <Suspense>
          <ProviderSignIn
            {...provider}
            remember={remember}
            onRemember={(next) => setCredentials({ ...credentials, remember: next })}
            byPassword={byPassword}
            onPassword={() => setByPassword(true)}
          />
        </Suspense>
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
