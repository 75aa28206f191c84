import { TextInput, type TextInputProps } from '@mantine/core';
import { OTP_DIGITS } from '@muneem/contract/auth';
import { useEffect, useRef, type RefObject } from 'react';
import { codeDigits } from '#lib/code-digits.ts';

interface CodeFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  readonly value?: string;
  readonly onChange: (code: string) => void;
  readonly ref?: RefObject<HTMLInputElement | null>;
}

/**
 * The field of a six-digit code, typed, pasted or filled in by the phone. It has the focus when it appears, and submits its
 * form when the sixth digit is there.
 */
export function CodeField({ value = '', onChange, ref, ...rest }: CodeFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const field = ref ?? own;
  useEffect(() => field.current?.focus(), [field]);
  useEffect(() => {
    if (value.length === OTP_DIGITS) field.current?.form?.requestSubmit();
  }, [field, value]);
  return (
    <TextInput
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      withAsterisk={false}
      pattern={`[0-9]{${OTP_DIGITS}}`}
      title={`${OTP_DIGITS} digits`}
      {...rest}
      ref={field}
      value={value}
      onChange={(event) => onChange(codeDigits(event.currentTarget.value))}
    />
  );
}
