import { setTimeout as wait } from 'node:timers/promises';
import { login, OTP_RESEND_AFTER_MS, verifyOtp } from '@muneem/contract/auth';
import { callRoute, type AnyRoute, type CallInput, type RouteAnswer } from '@muneem/contract/http';
import type { Mail, Mailbox } from '../mailbox/index.ts';

const CODE_WITHIN_MS = 8_000;

/** Calls of the API as an administrator. */
export interface AdminCalls {
  call<R extends AnyRoute>(route: R, input: CallInput<R>): Promise<RouteAnswer<R>>;
}

export interface AdminSession extends AdminCalls {
  readonly token: string;
}

/** Signs in as an admin does: password first, then the mailed code. */
export async function signInAdmin({
  url,
  mailbox,
  email,
  password,
  remember = false,
}: {
  url: string;
  mailbox: Mailbox;
  email: string;
  password: string;
  /** True for a session of 15 days. */
  remember?: boolean;
}): Promise<AdminSession> {
  const visitor = { baseUrl: url, fetch, token: () => undefined };
  const code = await getCode(mailbox, email, () => callRoute(visitor, login, { body: { email, password } }));
  const { token } = await callRoute(visitor, verifyOtp, { body: { email, otp: code, remember } });
  const client = { baseUrl: url, fetch, token: () => token };
  return { token, call: (route, input) => callRoute(client, route, input) };
}

/** A code from an earlier run may still be valid: the server sends no new one within a minute. */
async function getCode(mailbox: Mailbox, email: string, askForCode: () => Promise<unknown>): Promise<string> {
  const ask = async (): Promise<string | undefined> => {
    const since = new Date();
    await askForCode();
    const fits = (mail: Mail): boolean => mail.code !== undefined;
    return mailbox.waitForMail(email, { since, fits, timeoutMs: CODE_WITHIN_MS }).then(
      (mail) => mail.code,
      () => undefined,
    );
  };
  const code = await ask();
  if (code !== undefined) return code;
  await wait(OTP_RESEND_AFTER_MS);
  const second = await ask();
  if (second === undefined) throw new Error(`No one-time code came to ${email}.`);
  return second;
}
