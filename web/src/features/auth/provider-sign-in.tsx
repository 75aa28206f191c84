import { Anchor, Button, Checkbox, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { startOidc } from '@muneem/contract/auth';
import { REQUESTED_PATH, requestedPath } from '#app/requested-path.ts';
import { api } from '#lib/api.ts';
import { FormError, useSubmit } from '#ui/form/index.ts';
import { copy as authCopy } from './auth.copy.ts';
import { copy } from './provider.copy.ts';
import classes from './auth.module.css';

interface ProviderSignInProps {
  readonly name: string;
  /** True if only one owner may use a password. */
  readonly only: boolean;
  readonly remember: boolean;
  readonly onRemember: (remember: boolean) => void;
  /** True if that owner has asked for the password form. */
  readonly byPassword: boolean;
  readonly onPassword: () => void;
}

/** The button that opens the company's identity provider, below the password form or in its place. */
export function ProviderSignIn({ name, only, remember, onRemember, byPassword, onPassword }: ProviderSignInProps) {
  const next = useSearch({ strict: false, select: (search) => requestedPath(search[REQUESTED_PATH]) });
  const open = async (): Promise<void> => {
    const { url } = await api(startOidc, { body: { remember, ...(next === '/' ? {} : { next }) } });
    location.assign(url);
  };
  const { onSubmit, isBusy, complaint } = useSubmit(open, { failed: copy.startFailed });
  const isAlone = only && !byPassword;
  return (
    <form className={classes['form']} onSubmit={onSubmit}>
      {isAlone ? (
        <Checkbox
          name="remember"
          label={authCopy.rememberMe}
          checked={remember}
          onChange={(event) => onRemember(event.currentTarget.checked)}
        />
      ) : (
        <Text c="dimmed" ta="center" mt="md">
          {copy.or}
        </Text>
      )}
      {complaint !== undefined && <FormError message={complaint} />}
      <Button type="submit" variant={isAlone ? 'filled' : 'default'} fullWidth size="md" aria-disabled={isBusy}>
        {isBusy ? copy.busy : copy.signIn(name)}
      </Button>
      {isAlone && (
        <Anchor component="button" type="button" onClick={onPassword}>
          {copy.usePassword}
        </Anchor>
      )}
      {only && byPassword && (
        <Text size="xs" c="dimmed">
          {copy.onlyOwner}
        </Text>
      )}
    </form>
  );
}
