import { PasswordInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { FormError, SubmitButton, useSubmit } from '#ui/form/index.ts';
import { copy } from './auth.copy.ts';
import { useFocusOnMount } from './use-focus-on-mount.ts';
import classes from './auth.module.css';

interface NewPasswordFormProps {
  readonly words: Readonly<Record<'password' | 'confirm' | 'submit' | 'busy' | 'failed' | 'invalid', string>>;
  readonly description?: string;
  /** The complaint about a password before it is sent. */
  readonly complaintOf?: (password: string) => string | undefined;
  readonly save: (token: string, password: string) => Promise<void>;
  /** The fields above the password. */
  readonly children?: ReactNode;
}

/** The form of an emailed link with a token: `/reset-password?token=…`. */
export function NewPasswordForm({ words, description, complaintOf, save, children }: NewPasswordFormProps) {
  const token = useSearch({ strict: false, select: (search) => search['token'] ?? '' });
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const field = useFocusOnMount(token !== '' && children === undefined);
  const submit = async (): Promise<string | void> => {
    if (token === '') return words.invalid;
    const found = password === again ? complaintOf?.(password) : copy.mismatch;
    if (found === undefined) return save(token, password);
    field.current?.focus();
    return found;
  };
  const { onSubmit, isBusy, complaint } = useSubmit(submit, {
    failed: words.failed,
    complaint: token === '' ? words.invalid : undefined,
  });
  const props = { autoComplete: 'new-password', required: true, withAsterisk: false };
  return (
    <form className={classes['form']} onSubmit={onSubmit}>
      {children}
      <PasswordInput
        {...props}
        ref={field}
        name="new-password"
        label={words.password}
        description={description}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        {...props}
        name="confirm-password"
        label={words.confirm}
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      <FormError message={complaint} />
      <SubmitButton
        busy={isBusy}
        busyText={words.busy}
        {...(token === '' ? { disabled: true } : {})}
        fullWidth
        size="md"
      >
        {words.submit}
      </SubmitButton>
    </form>
  );
}
