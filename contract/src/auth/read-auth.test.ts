import { describe, expect, it } from 'vitest';
import { readForgotPassword, readLogin, readResendOtp } from './index.ts';

describe.each([readLogin, readResendOtp, readForgotPassword])(
  '$method $path, as the screen reads its answer',
  ({ answer }) => {
    const message = 'OTP sent to your email';

    // covers 000-7.1
    it('needs only the message', () => {
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
    ])('rejects %j as a success', (other) => {
      expect(answer.safeParse(other).success).toBe(false);
    });
  },
);

it('says that the code comes from an authenticator app', () => {
  const answer = { success: true, message: 'Open your authenticator app', method: 'authenticator' };
  expect(readLogin.answer.parse(answer)).toEqual(answer);
});
