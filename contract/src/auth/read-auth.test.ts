import { describe, expect, it } from 'vitest';
import { readForgotPassword, readLogin, readResendOtp } from './index.ts';

describe.each([readLogin, readResendOtp, readForgotPassword])('$method $path as a screen reads it', ({ answer }) => {
  const message = 'OTP sent to your email';

  // covers 000-7.1
  it('needs the message alone', () => {
    expect(answer.parse({ message })).toEqual({ success: true, message });
    expect(answer.parse({ success: true, message, more: 1 })).toEqual({ success: true, message });
  });

  // covers 000-7.1
  it.each([
    { success: false, message },
    { success: 'yes', message },
    { success: true },
    {},
    null,
    'OTP sent to your email',
  ])('is no success: %j', (other) => {
    expect(answer.safeParse(other).success).toBe(false);
  });
});

it('says where the code comes from when an authenticator gives it', () => {
  const told = { success: true, message: 'Open your authenticator app', method: 'authenticator' };
  expect(readLogin.answer.parse(told)).toEqual(told);
});
