import { lazy, Suspense, useState } from 'react';
import { sessionStore } from '#app/session/session-store.ts';
import { AuthCard } from './auth-card.tsx';
import { COPY } from './auth.copy.ts';
import { CodeStep } from './code-step.tsx';
import { CredentialsStep, type Credentials } from './credentials-step.tsx';

/** Most people get their code by mail. */
const AuthenticatorStep = lazy(async () => ({ default: (await import('./authenticator-step.tsx')).AuthenticatorStep }));

/** Sign-in: the password, then the code. Where it leads to afterwards is the router's business. */
export function LoginScreen() {
  const [step, setStep] = useState<'credentials' | 'email' | 'authenticator'>('credentials');
  const [credentials, setCredentials] = useState<Credentials>({ email: '', remember: false });
  if (step === 'credentials') {
    return (
      <AuthCard title={COPY.title} footer={COPY.footer}>
        <CredentialsStep credentials={credentials} onChange={setCredentials} onCodeSent={setStep} />
      </AuthCard>
    );
  }
  const Step = step === 'email' ? CodeStep : AuthenticatorStep;
  return (
    <AuthCard title={COPY.title} footer={COPY.footer}>
      <Suspense>
        <Step
          email={credentials.email.trim()}
          remember={credentials.remember}
          onBack={() => setStep('credentials')}
          onVerified={({ token, admin }) => sessionStore.begin({ token, admin, remember: credentials.remember })}
        />
      </Suspense>
    </AuthCard>
  );
}
