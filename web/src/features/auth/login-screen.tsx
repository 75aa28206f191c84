import { useState } from 'react';
import { sessionStore } from '#app/session/session-store.ts';
import { AuthCard } from './auth-card.tsx';
import { COPY } from './auth.copy.ts';
import { CodeStep } from './code-step.tsx';
import { CredentialsStep, type Credentials } from './credentials-step.tsx';

/** Sign-in: the password, then the code that was mailed. Where it leads to afterwards is the router's business. */
export function LoginScreen() {
  const [step, setStep] = useState<'credentials' | 'code'>('credentials');
  const [credentials, setCredentials] = useState<Credentials>({ email: '', remember: false });
  return (
    <AuthCard title={COPY.title} footer={COPY.footer}>
      {step === 'credentials' ? (
        <CredentialsStep credentials={credentials} onChange={setCredentials} onCodeSent={() => setStep('code')} />
      ) : (
        <CodeStep
          email={credentials.email.trim()}
          remember={credentials.remember}
          onBack={() => setStep('credentials')}
          onVerified={({ token, admin }) => sessionStore.begin({ token, admin, remember: credentials.remember })}
        />
      )}
    </AuthCard>
  );
}
