import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface OwnPasswordFieldProps extends Omit<PasswordInputProps, 'label' | 'description' | 'autoComplete'> {
  /** Whose password it is: without it a password manager takes whatever address stands in the form for the account. */
  readonly account: string;
}

/** The password of whoever is signed in, asked for once more before what an open session alone must not do. */
export function OwnPasswordField({ account, ...rest }: OwnPasswordFieldProps) {
  return (
    <div>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <PasswordInput
        label="Your password"
        description="So that nobody can do this at a computer that you left open."
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        {...rest}
      />
    </div>
  );
}
