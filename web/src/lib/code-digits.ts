import { OTP_DIGITS } from '@muneem/contract/auth';

/** Extracts up to six digits from a typed or pasted text ("123 456", "Code: 123456."). */
export const codeDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, OTP_DIGITS);
