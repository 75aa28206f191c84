import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface OwnPasswordFieldProps extends Omit<PasswordInputProps, 'label' | 'description' | 'autoComplete'> {
  /** The account of the password. Without it a password manager may pick another address in the form. */
  readonly account: string;
}

/** Asks for the signed-in admin's own password before an action that an open session alone must not allow. */
export function OwnPasswordField({ account, ...rest }: OwnPasswordFieldProps) {
  return (
    <div>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <PasswordInput
        label="Your password"
        description="Protects this action if you leave your computer unlocked."
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        {...rest}
      />
    </div>
  );
}
