import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useSession } from './session-store.ts';

/** Asks for the signed-in admin's own password before an action that an open session alone must not allow. */
export function OwnPasswordField(props: Omit<PasswordInputProps, 'label' | 'description' | 'autoComplete'>) {
  const { admin } = useSession();
  return (
    <div>
      {/* Without the account, a password manager may pick another address in the form. */}
      <input type="text" name="username" autoComplete="username" value={admin?.email ?? ''} readOnly hidden />
      <PasswordInput
        label="Your password"
        description="Protects this action if you leave your computer unlocked."
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        {...props}
      />
    </div>
  );
}
