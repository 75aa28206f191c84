import { CUSTOM_POSTBACK_LIMITS as LIMITS, type CustomPostback } from '@muneem/contract/custom-postbacks';
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { optionsOf } from '#ui/fields/index.ts';
import { FieldGrid } from '#ui/form/index.ts';
import { copy } from './custom-postbacks.copy.ts';
import { FieldGroup } from './field-group.tsx';
import { storedSecret, type PostbackForm } from './postback-form.ts';

const words = copy.form;

interface AuthenticationFieldsProps {
  readonly form: PostbackForm;
  readonly stored: CustomPostback | undefined;
}

/**
 * The authentication at the tracking company. A stored secret is never filled in and shows only its last characters.
 */
export function AuthenticationFields({ form, stored }: AuthenticationFieldsProps) {
  const { type } = form.values.authentication;
  const secret = (field: 'token' | 'password' | 'apiKey', label: string) => {
    const masked = storedSecret(stored, field);
    return (
      <PasswordInput
        label={label}
        required={masked === undefined}
        placeholder={masked ?? ''}
        description={masked === undefined ? undefined : words.stored}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={LIMITS.secret}
        visibilityToggleButtonProps={{ 'aria-label': words.reveal(label) }}
        {...form.getInputProps(`authentication.${field}`)}
      />
    );
  };
  return (
    <FieldGroup title={words.authType}>
      <FieldGrid width="13rem">
        <NativeSelect label={words.type} data={optionsOf(copy.auth)} {...form.getInputProps('authentication.type')} />
        {type === 'bearer' && secret('token', words.token)}
        {type === 'basic' && (
          <>
            <TextInput
              label={words.username}
              required
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('authentication.username')}
            />
            {secret('password', words.password)}
          </>
        )}
        {type === 'api_key' && (
          <>
            {secret('apiKey', words.apiKey)}
            <TextInput
              label={words.apiKeyHeader}
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('authentication.apiKeyHeader')}
            />
          </>
        )}
      </FieldGrid>
    </FieldGroup>
  );
}
