import { login, verifyOtp } from '@muneem/contract/auth';
import { callRoute, type AnyRoute, type CallInput, type RouteAnswer } from '@muneem/contract/http';
import type { Mailbox } from '../mailbox/index.ts';

export interface AdminSession {
  readonly token: string;
  call<R extends AnyRoute>(route: R, input: CallInput<R>): Promise<RouteAnswer<R>>;
}

/** Signs in as a person would: password first, then the code that came by mail. */
export async function signInAdmin({
  url,
  mailbox,
  email,
  password,
}: {
  url: string;
  mailbox: Mailbox;
  email: string;
  password: string;
}): Promise<AdminSession> {
  const visitor = { baseUrl: url, fetch, token: () => undefined };
  const since = new Date();
  await callRoute(visitor, login, { body: { email, password } });
  const mail = await mailbox.waitForMail(email, { since, fits: ({ code }) => code !== undefined });
  const { token } = await callRoute(visitor, verifyOtp, { body: { email, otp: mail.code ?? '', remember: false } });
  const client = { baseUrl: url, fetch, token: () => token };
  return { token, call: (route, input) => callRoute(client, route, input) };
}
