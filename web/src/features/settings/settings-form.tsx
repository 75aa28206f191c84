import { rights } from '@muneem/contract/rights';
import {
  DEFAULT_SYSTEM_NAME,
  samplePostbackUrl,
  settingsChange,
  type SettingsChange,
  type SettingsView,
} from '@muneem/contract/settings';
import { Box, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { may } from '#lib/may.ts';
import { errorText, isVersionConflict } from '#lib/api-error.ts';
import { enteredNumber } from '#lib/number-text.ts';
import { useScreenTitle } from '#lib/screen.ts';
import { CopyButton, CopyText } from '#ui/display/index.ts';
import { applyServerErrors, FormError } from '#ui/form/index.ts';
import { UnsavedChangesGuard } from '#ui/guards/index.ts';
import { Section } from '#ui/layout/index.ts';
import { tellProposed, toast } from '#ui/toasts/index.ts';
import { ApiKeyField } from './api-key-field.tsx';
import { AutoPayoutFields } from './auto-payout-fields.tsx';
import { SecondPersonFields } from './second-person-fields.tsx';
import {
  changedSettings,
  describeChange,
  hasSameValues,
  OPEN_LIMITS,
  valuesOf,
  type SettingsValues,
} from './changed-settings.ts';
import { OldToken } from './old-token.tsx';
import { OtpModal } from './otp-modal.tsx';
import { newSecurityToken } from './security-token.ts';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';
import { keepSettings } from './settings.queries.ts';
import { resolveConflict } from './save-conflict.ts';

const required = (name: string) => (value: string) => (value.trim() === '' ? `${name} is required.` : null);

/** The contract's rule. NaN would be sent as null, which means no limit. */
const limitProblem = (value: number | string) =>
  settingsChange.shape.autoPayoutDayLimit.safeParse(enteredNumber(value) ?? Number.NaN).error?.issues[0]?.message ??
  null;

const openLimitProblem = (value: number | string) => (value === '' ? null : limitProblem(value));

export function SettingsForm({ loaded, onSaved }: { readonly loaded: SettingsView; readonly onSaved: () => void }) {
  // The settings at the start of editing. Changes are compared with them, and the server rejects an outdated version.
  const [stored, setStored] = useState(loaded);
  const form = useSettingsForm(loaded);
  const [revealedKey, setRevealedKey] = useState<string>();
  const [message, setMessage] = useState<string>();
  const [asked, setAsked] = useState<SettingsChange>();
  const { values } = form;
  const change = changedSettings(stored, values, revealedKey);

  const ask = (wanted: SettingsChange): void => {
    const isSame = Object.keys(wanted).length === 0;
    setMessage(isSame ? copy.nothing : undefined);
    if (!isSame) setAsked(wanted);
  };
  const submit = form.onSubmit(() => ask(change));

  const refused = async (error: unknown): Promise<void> => {
    setAsked(undefined);
    if (tellProposed(error)) return onSaved();
    if (!isVersionConflict(error)) return setMessage(applyServerErrors(form, error, copy.sendFailed));
    try {
      const kept = await resolveConflict({ values, change });
      if (!kept) return;
      if (Object.keys(kept.change).length === 0) {
        toast.success(copy.alreadySaved);
        return onSaved();
      }
      setStored(kept.theirs);
      setRevealedKey(undefined);
      form.setValues(kept.values);
      ask(kept.change);
    } catch (cause) {
      setMessage(errorText(cause, copy.failed));
    }
  };

  /** The form keeps the typed values. If others saved meanwhile, the user is asked on the next save. */
  const ended = (now: SettingsView): void =>
    setStored(hasSameValues(stored, now) ? now : { ...stored, oldSecurityKey: null });

  return (
    <>
      <Box component="form" maw="60rem" onSubmit={submit} noValidate aria-label={useScreenTitle()}>
        <Box component="fieldset" miw={0} m={0} p={0} bd={0} disabled={!may(rights.changeSettings)}>
          <PostbackFields form={form} change={change} old={stored.oldSecurityKey} onEnded={ended} />
          <SystemFields form={form} />
          <Section title={copy.sections.payouts}>
            <ApiKeyField form={form} stored={stored} revealedKey={revealedKey} onRevealed={setRevealedKey} />
          </Section>
          {stored.autoPayoutFlags !== undefined && <AutoPayoutFields form={form} />}
          {stored.secondPersonWithdrawal !== undefined && <SecondPersonFields form={form} />}
        </Box>
        <FormError message={message} />
        {may(rights.changeSettings) && (
          <Group justify="flex-end">
            <Button type="submit">{copy.save}</Button>
          </Group>
        )}
      </Box>
      <UnsavedChangesGuard when={Object.keys(change).length > 0} />
      {asked && (
        <OtpModal
          change={asked}
          madeOn={stored}
          lines={describeChange(stored, asked)}
          onClose={() => setAsked(undefined)}
          onRefused={(error) => void refused(error)}
          onSaved={(settings) => {
            setAsked(undefined);
            keepSettings(settings);
            onSaved();
          }}
        />
      )}
    </>
  );
}

function useSettingsForm(loaded: SettingsView) {
  return useForm<SettingsValues>({
    mode: 'controlled',
    initialValues: valuesOf(loaded),
    validate: {
      securityKey: required('Security token'),
      domain: required('Domain'),
      autoPayoutDayLimit: limitProblem,
      ...(Object.fromEntries(OPEN_LIMITS.map((name) => [name, openLimitProblem])) as Record<
        (typeof OPEN_LIMITS)[number],
        typeof openLimitProblem
      >),
    },
  });
}

interface FieldsProps {
  readonly form: UseFormReturnType<SettingsValues>;
}

interface PostbackFieldsProps extends FieldsProps {
  readonly change: SettingsChange;
  readonly old: SettingsView['oldSecurityKey'];
  readonly onEnded: (now: SettingsView) => void;
}

function PostbackFields({ form, change, old, onEnded }: PostbackFieldsProps) {
  const { values } = form;
  return (
    <Section title={copy.sections.postbacks}>
      <Stack gap="md">
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
        {change.securityKey !== undefined && (
          <Checkbox
            label={copy.keepOld}
            description={copy.keepOldHelp}
            {...form.getInputProps('keepOldSecurityKey', { type: 'checkbox' })}
          />
        )}
        {old && <OldToken old={old} onEnded={onEnded} />}
        <TextInput
          label={copy.domain}
          description={copy.domainHelp}
          required
          spellCheck={false}
          {...form.getInputProps('domain')}
        />
        <Stack gap={2} miw={0}>
          <Text span fz="sm" fw={500}>
            {copy.sampleUrl}
          </Text>
          <CopyText value={samplePostbackUrl(values)} what="sample postback URL" mono />
          <Text span fz="xs" c="dimmed">
            {copy.sampleUrlHelp}
          </Text>
        </Stack>
      </Stack>
    </Section>
  );
}

function SystemFields({ form }: FieldsProps) {
  return (
    <Section title={copy.sections.system}>
      <Stack gap="md">
        <TextInput label={copy.systemName} placeholder={DEFAULT_SYSTEM_NAME} {...form.getInputProps('systemName')} />
        <TextInput label={copy.adminEmail} type="email" autoComplete="off" {...form.getInputProps('adminEmail')} />
      </Stack>
    </Section>
  );
}
