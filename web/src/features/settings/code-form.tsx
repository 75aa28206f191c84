import { updateSettings, SETTINGS_OTP_LENGTH, type SettingsChange, type SettingsView } from '@muneem/contract/settings';
import { Alert, Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { api } from '#lib/api.ts';
import { errorText, isProposed, isVersionConflict } from '#lib/api-error.ts';
import { CodeField, FormError, SubmitButton, WindowFoot } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './settings.copy.ts';
import { CODE_CALLS, exchangeFailure, useAskForCode, useExchangeCode, useIsCalling } from './use-settings-code.ts';

const words = copy.otp;
/** The settings were saved meanwhile, or the change waits for a second person. */
const isForTheForm = (error: unknown): boolean => isVersionConflict(error) || isProposed(error);
/** Document 001 §5: the notice disappears after 2 to 3 seconds. */
const NOTICE_MS = 2_500;

export interface CodeFormProps {
  readonly change: SettingsChange;
  /** The settings on which the change is based. */
  readonly madeOn: SettingsView;
  readonly sentTo: string;
  readonly onSaved: (settings: SettingsView) => void;
  readonly onClose: () => void;
  /** Called if no code could be sent, the settings were saved meanwhile, or the change waits for a second person. */
  readonly onRefused: (error: unknown) => void;
}

/** Verifies the emailed code, then saves with it. A code allows one save, so a failed save needs a new code. */
function useCode({ change, madeOn, sentTo, onSaved, onRefused }: CodeFormProps) {
  const [otp, setOtp] = useState('');
  const [notice, setNotice] = useState(sentTo);
  const [complaint, setComplaint] = useState<string>();
  const [invalid, setInvalid] = useShortNotice();
  const resend = useAskForCode(change, madeOn);
  const exchange = useExchangeCode();
  const save = useMutation({
    mutationKey: CODE_CALLS,
    mutationFn: async (verificationToken: string) =>
      (await api(updateSettings, { body: { ...change, verificationToken } })).settings,
    // Also if the admin has left the screen meanwhile.
    onSuccess(settings) {
      toast.success(copy.saved);
      onSaved(settings);
    },
  });
  const isCalling = useIsCalling();

  /** Shows the notice of a new or used code, and clears the old code. */
  const startOver = (text: string): void => {
    setNotice(text);
    setOtp('');
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isCalling) return;
    setComplaint(undefined);
    if (otp.length !== SETTINGS_OTP_LENGTH) return setInvalid(true);
    exchange.mutate(otp, {
      onSuccess: (token) => saveWith(token),
      onError: (error) => setComplaint(exchangeFailure(error)),
    });
  };

  const saveWith = (token: string): void =>
    save.mutate(token, {
      onError(error) {
        if (isForTheForm(error)) return onRefused(error);
        setComplaint(errorText(error, copy.saveFailed));
        startOver(words.spent);
      },
    });

  const sendAgain = (): void => {
    setComplaint(undefined);
    resend.mutate(undefined, {
      onSuccess: startOver,
      onError: (error) => (isForTheForm(error) ? onRefused(error) : setComplaint(errorText(error, copy.sendFailed))),
    });
  };

  const type = (code: string): void => {
    setInvalid(false);
    setOtp(code);
  };

  return { otp, type, notice, complaint, invalid, submit, sendAgain, isCalling, isResending: resend.isPending };
}

export function CodeForm(props: CodeFormProps) {
  const { otp, type, notice, complaint, invalid, submit, sendAgain, isCalling, isResending } = useCode(props);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Alert color="blue" p="xs" role="status">
          {notice}
        </Alert>
        <CodeField
          label={words.label}
          value={otp}
          required={false}
          error={invalid ? words.invalid : undefined}
          onChange={type}
        />
        <FormError message={complaint} />
        <WindowFoot
          onClose={props.onClose}
          close={words.cancel}
          disabled={isCalling}
          start={
            <Button variant="subtle" loading={isResending} disabled={isCalling} onClick={sendAgain}>
              {words.resend}
            </Button>
          }
        >
          <SubmitButton busy={isCalling && !isResending} busyText={words.verifying} disabled={isCalling}>
            {words.verify}
          </SubmitButton>
        </WindowFoot>
      </Stack>
    </form>
  );
}

/** True for a short time after it was set. */
function useShortNotice() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown, setShown] as const;
}
