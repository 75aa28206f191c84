import { SETTINGS_OTP_LENGTH, type SettingsChange, type SettingsRead } from '@muneem/contract/settings';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { errorText, isVersionConflict } from '#lib/api-error.ts';
import { useIsOpen } from '#lib/use-is-open.ts';
import { Part } from '#ui/display/index.ts';
import { FormError, SubmitButton } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';
import { useAskForCode, useSaveWithCode } from './use-save-with-code.ts';

const words = copy.otp;
/** Document 001 §5: the notice disappears after 2 to 3 seconds. */
const NOTICE_MS = 2_500;

interface OtpModalProps {
  readonly change: SettingsChange;
  /** The settings on which the change is based. */
  readonly madeOn: SettingsRead;
  readonly lines: readonly { name: string; before: string; after: string }[];
  readonly onSaved: (settings: SettingsRead) => void;
  /** Called if the window was closed while the save was in flight. */
  readonly onSavedAfterClose: (settings: SettingsRead) => void;
  readonly onClose: () => void;
  /** Called if no code could be sent or another admin saved meanwhile. The form handles both. */
  readonly onRefused: (error: unknown) => void;
}

/** Shows the changes, then asks for the emailed code that confirms exactly these changes. */
export function OtpModal(props: OtpModalProps) {
  const { change, madeOn, lines, onClose, onRefused, onSaved, onSavedAfterClose } = props;
  const [sentTo, setSentTo] = useState<string>();
  const isOpen = useIsOpen();
  // Closing the window cancels the change, so no more dialogs about it may open.
  const refused = (error: unknown): void => (isOpen.current ? onRefused(error) : undefined);
  const send = useMutation({
    mutationFn: useAskForCode(change, madeOn),
    onSuccess: setSentTo,
    onError: refused,
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
          <CodeForm
            {...props}
            sentTo={sentTo}
            isOpen={isOpen}
            onRefused={refused}
            onSaved={(settings) => (isOpen.current ? onSaved(settings) : onSavedAfterClose(settings))}
          />
        )}
      </Stack>
    </ModalWindow>
  );
}

interface CodeFormProps extends OtpModalProps {
  readonly sentTo: string;
  readonly isOpen: Readonly<RefObject<boolean>>;
}

function CodeForm(props: CodeFormProps) {
  const { change, madeOn, sentTo, isOpen, onSaved, onClose, onRefused } = props;
  const [otp, setOtp] = useState('');
  const [notice, setNotice] = useState(sentTo);
  const [complaint, setComplaint] = useState<string>();
  const [invalid, setInvalid] = useShortNotice();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const resend = useMutation({ mutationFn: useAskForCode(change, madeOn) });
  const save = useMutation({ mutationFn: useSaveWithCode(change, isOpen) });

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (save.isPending) return;
    setComplaint(undefined);
    if (otp.length !== SETTINGS_OTP_LENGTH) return setInvalid(true);
    try {
      const outcome = await save.mutateAsync(otp);
      if (outcome === 'cancelled') return;
      const { settings, refusal } = outcome;
      if (settings) {
        toast.success(copy.saved);
        return onSaved(settings);
      }
      if (isVersionConflict(refusal)) return onRefused(refusal);
      setComplaint(errorText(refusal, copy.saveFailed));
      setNotice(words.spent);
      setOtp('');
    } catch (error) {
      setComplaint((error as Error).message);
    }
  };

  const sendAgain = async (): Promise<void> => {
    setComplaint(undefined);
    try {
      setNotice(await resend.mutateAsync());
      setOtp('');
    } catch (error) {
      if (isVersionConflict(error)) return onRefused(error);
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
