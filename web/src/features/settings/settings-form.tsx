import { samplePostbackUrl, sendSettingsOtp, type SettingsChange, type SettingsView } from '@muneem/contract/settings';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { CopyButton, CopyText } from '#ui/display/index.ts';
import { applyServerErrors, FormActions, FormError, SubmitButton } from '#ui/form/index.ts';
import { UnsavedChangesGuard } from '#ui/guards/index.ts';
import { Section } from '#ui/layout/index.ts';
import { ApiKeyField } from './api-key-field.tsx';
import { changedSettings, describeChange, type SettingsValues } from './changed-settings.ts';
import { OtpModal } from './otp-modal.tsx';
import { newSecurityToken } from './security-token.ts';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';
import { keepSettings } from './settings.queries.ts';

const required = (name: string) => (value: string) => (value.trim() === '' ? `${name} is required.` : null);

interface SettingsFormProps {
  readonly loaded: SettingsView;
  readonly onSaved: () => void;
}

export function SettingsForm({ loaded, onSaved }: SettingsFormProps) {
  // What the person began with: changes are counted against it, and the server refuses when it is out of date.
  const [stored] = useState(loaded);
  const { securityKey, domain, systemName, adminEmail, bulkpeApiKey } = stored;
  const form = useForm<SettingsValues>({
    mode: 'controlled',
    initialValues: { securityKey, domain, systemName, adminEmail, bulkpeApiKey },
    validate: {
      securityKey: required('Security token'),
      domain: required('Domain'),
      systemName: required('System name'),
    },
  });
  const [revealedKey, setRevealedKey] = useState<string>();
  const [message, setMessage] = useState<string>();
  const [asked, setAsked] = useState<{ change: SettingsChange; sentTo: string }>();
  const queryClient = useQueryClient();
  const send = useMutation({ mutationFn: (change: SettingsChange) => api(sendSettingsOtp, { body: change }) });
  const { values } = form;
  const change = changedSettings(stored, values, revealedKey);

  const submit = form.onSubmit(async () => {
    if (send.isPending) return;
    setMessage(undefined);
    if (Object.keys(change).length === 0) return setMessage(copy.nothing);
    try {
      setAsked({ change, sentTo: (await send.mutateAsync(change)).message });
    } catch (error) {
      setMessage(applyServerErrors(form, error, copy.sendFailed));
    }
  });

  return (
    <>
      <form className={classes['form']} onSubmit={submit} noValidate aria-label={copy.title}>
        <Section title={copy.sections.postbacks}>
          <div className={classes['fields']}>
            <div className={classes['withButtons']}>
              <TextInput
                label={copy.securityKey}
                description={copy.securityKeyHelp}
                required
                spellCheck={false}
                autoComplete="off"
                rightSection={<CopyButton value={values.securityKey} what="security token" />}
                {...form.getInputProps('securityKey')}
              />
              <Button variant="default" onClick={() => form.setFieldValue('securityKey', newSecurityToken())}>
                {copy.generate}
              </Button>
            </div>
            <TextInput
              label={copy.domain}
              description={copy.domainHelp}
              required
              spellCheck={false}
              {...form.getInputProps('domain')}
            />
            <div className={classes['sample']}>
              <span className={classes['label']}>{copy.sampleUrl}</span>
              <CopyText value={samplePostbackUrl(values)} what="sample postback URL" mono />
              <span className={classes['help']}>{copy.sampleUrlHelp}</span>
            </div>
          </div>
        </Section>
        <Section title={copy.sections.system}>
          <div className={classes['fields']}>
            <TextInput label={copy.systemName} required {...form.getInputProps('systemName')} />
            <TextInput label={copy.adminEmail} type="email" autoComplete="off" {...form.getInputProps('adminEmail')} />
          </div>
        </Section>
        <Section title={copy.sections.payouts}>
          <ApiKeyField
            value={values.bulkpeApiKey}
            isStored={values.bulkpeApiKey === stored.bulkpeApiKey && stored.bulkpeApiKey !== ''}
            error={form.errors['bulkpeApiKey']}
            onChange={(value) => form.setFieldValue('bulkpeApiKey', value)}
            onRevealed={(key) => {
              setRevealedKey(key);
              form.setFieldValue('bulkpeApiKey', key);
            }}
          />
        </Section>
        <FormError message={message} />
        <FormActions>
          <SubmitButton busy={send.isPending} busyText={copy.saving}>
            {copy.save}
          </SubmitButton>
        </FormActions>
      </form>
      <UnsavedChangesGuard when={Object.keys(change).length > 0} />
      {asked && (
        <OtpModal
          change={asked.change}
          lines={describeChange(stored, asked.change)}
          sentTo={asked.sentTo}
          onClose={() => setAsked(undefined)}
          onSaved={(settings) => {
            setAsked(undefined);
            keepSettings(queryClient, settings);
            onSaved();
          }}
        />
      )}
    </>
  );
}
