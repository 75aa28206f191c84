import { OTP_DIGITS } from '@muneem/contract/auth';

/** The digits of what was typed or pasted ("123 456", "Code: 123456."), at most six. */
export const otpDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, OTP_DIGITS);
