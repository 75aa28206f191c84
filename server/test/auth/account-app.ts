import { EMAIL, PASSWORD, type Answer, type AuthApp } from './auth-app.ts';
import { timeCode } from './time-code.ts';

/** Calls a route as a signed-in administrator. */
export const callAs = (
  app: AuthApp,
  token: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> =>
  app.call(method, path, body, { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.18.0.9' } });

export type Enrolled = Awaited<ReturnType<typeof enrol>>;

/** Replaces mailed codes by an authenticator app, and moves the clock to the next 30-second step. */
export async function enrol(app: AuthApp, token: string) {
  const setUp = await callAs(app, token, 'POST', '/api/account/authenticator', { password: PASSWORD });
  const { secret, uri } = setUp.body as unknown as { secret: string; uri: string };
  /** The current code, or the one `steps` 30-second steps later. */
  const code = (steps = 0): string => timeCode(secret, app.clock.now(), steps);
  const confirmed = await callAs(app, token, 'POST', '/api/account/authenticator/confirm', { code: code() });
  if (confirmed.status !== 200) throw new Error(`confirm: ${confirmed.body.message ?? ''}`);
  await app.mail.next();
  app.clock.advance(30_000);
  return { secret, uri, code, recoveryCodes: confirmed.body['recoveryCodes'] as string[] };
}

export const giveCode = (app: AuthApp, otp: string, headers?: Record<string, string>): Promise<Answer> =>
  app.post('verify-otp', { email: EMAIL, otp }, headers);

export const givePassword = (app: AuthApp): Promise<Answer> => app.post('login', { email: EMAIL, password: PASSWORD });
