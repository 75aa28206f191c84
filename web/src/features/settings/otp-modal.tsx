import { ApiError } from '@muneem/contract/http';
import {
  askForCode,
  exchangeCode,
  saveSettings,
  SETTINGS_OTP_LENGTH,
  type SettingsChange,
  type SettingsView,
} from '@muneem/contract/settings';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { Part } from '#ui/display/index.ts';
import { FormError, SubmitButton } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';

const words = copy.otp;
/** Document 001 §5: the notice disappears after 2 to 3 seconds. */
const NOTICE_MS = 2_500;

interface OtpModalProps {
  readonly change: SettingsChange;
  readonly lines: readonly { name: string; before: string; after: string }[];
  readonly onSaved: (settings: SettingsView) => void;
  readonly onClose: () => void;
  /** The server could not send a code for this change: what it says belongs to the form. */
  readonly onRefused: (error: unknown) => void;
}

/** First what will be changed, then, when that is confirmed, the code from the mail for exactly it. */
export function OtpModal(props: OtpModalProps) {
  const { change, lines, onClose, onRefused } = props;
  const [sentTo, setSentTo] = useState<string>();
  const send = useMutation({
    mutationFn: () => api(askForCode, { body: change }),
    onSuccess: ({ message }) => setSentTo(message || words.sent),
    onError: onRefused,
  });
  return (
    <ModalWindow onClose={onClose} title={words.title} closeOnClickOutside={false}>
      <Stack gap="md">
        <Part title={words.change}>
          <ul className={classes['changes']}>
            {lines.map(({ name, before, after }) => (
              <li key={name}>
                <strong>{name}</strong>: {before} → {after === before ? `${after} ${copy.changed}` : after}
              </li>
            ))}
          </ul>
        </Part>
        {sentTo === undefined ? (
          <>
            <p className={classes['help']}>{words.review}</p>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {words.cancel}
              </Button>
              <Button data-autofocus aria-busy={send.isPending} disabled={send.isPending} onClick={() => send.mutate()}>
                {send.isPending ? words.sending : words.send}
              </Button>
            </Group>
          </>
        ) : (
          <CodeForm {...props} sentTo={sentTo} />
        )}
      </Stack>
    </ModalWindow>
  );
}

function CodeForm({ change, sentTo, onSaved, onClose }: OtpModalProps & { readonly sentTo: string }) {
  const [otp, setOtp] = useState('');
  const [notice, setNotice] = useState(sentTo);
  const [complaint, setComplaint] = useState<string>();
  const [invalid, setInvalid] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (!invalid) return;
    const timer = setTimeout(() => setInvalid(false), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [invalid]);

  const resend = useMutation({ mutationFn: () => api(askForCode, { body: change }) });
  const save = useMutation({
    mutationFn: async () => {
      const { verificationToken } = await explained(api(exchangeCode, { body: { otp } }), words.failed, words.refused);
      return explained(api(saveSettings, { body: { ...change, verificationToken } }), copy.saveFailed);
    },
  });

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (save.isPending) return;
    setComplaint(undefined);
    if (otp.length !== SETTINGS_OTP_LENGTH) return setInvalid(true);
    try {
      const { settings } = await save.mutateAsync();
      toast.success(copy.saved);
      onSaved(settings);
    } catch (error) {
      setComplaint((error as Error).message);
    }
  };

  const sendAgain = async (): Promise<void> => {
    setComplaint(undefined);
    try {
      setNotice((await resend.mutateAsync()).message || words.sent);
      setOtp('');
    } catch (error) {
      setComplaint(errorText(error, copy.sendFailed));
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Alert color="blue" p="xs" role="status">
          {notice}
        </Alert>
        <TextInput
          ref={field}
          label={words.label}
          autoComplete="one-time-code"
          inputMode="numeric"
          value={otp}
          error={invalid ? words.invalid : undefined}
          onChange={(event) => {
            setInvalid(false);
            setOtp(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, SETTINGS_OTP_LENGTH));
          }}
        />
        <FormError message={complaint} />
        <Group justify="space-between">
          <Button variant="subtle" loading={resend.isPending} onClick={() => void sendAgain()}>
            {words.resend}
          </Button>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <SubmitButton busy={save.isPending} busyText={words.verifying}>
              {words.verify}
            </SubmitButton>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/**
 * The call's failure in words: the server's own, else the fixed text of its step: for a refusal, and for no answer or a
 * failure of the server's own, which say nothing of the code.
 */
async function explained<Answer>(call: Promise<Answer>, failed: string, refused = failed): Promise<Answer> {
  try {
    return await call;
  } catch (cause) {
    const isRefusal = cause instanceof ApiError && cause.kind === 'http' && cause.status < 500;
    throw new Error(errorText(cause, isRefusal ? refused : failed), { cause });
  }
}
