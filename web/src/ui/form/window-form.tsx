import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { applyServerErrors, FormError, SubmitButton } from './form.tsx';

interface WindowFormProps<Values extends object> {
  readonly form: UseFormReturnType<Values>;
  /** Runs once at a time. After a failure the typed text stays. */
  readonly run: (values: Values) => Promise<unknown>;
  readonly words: { readonly verb: string; readonly busy: string; readonly failed: string };
  readonly danger?: boolean;
  readonly noValidate?: boolean;
  /** Cancel waits for the end of the action. */
  readonly cancelWaits?: boolean;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The form of a window: its fields, the error, Cancel and the button of the action. */
export function WindowForm<Values extends object>(props: WindowFormProps<Values>) {
  const { form, run, words, danger = false, noValidate = false, cancelWaits = false, onCancel, children } = props;
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const submit = form.onSubmit(async (values) => {
    if (busy) return;
    setBusy(true);
    setMessage(undefined);
    await run(values)
      .catch((error: unknown) => setMessage(applyServerErrors(form, error, words.failed)))
      .finally(() => setBusy(false));
  });
  return (
    <form
      noValidate={noValidate}
      onSubmit={(event) => {
        // A window may open inside another form, which must not be submitted.
        event.stopPropagation();
        submit(event);
      }}
    >
      <Stack gap="md">
        {children}
        <FormError message={message} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={cancelWaits && busy} onClick={onCancel}>
            Cancel
          </Button>
          <SubmitButton busy={busy} busyText={words.busy} {...(danger ? { color: 'red' } : {})}>
            {words.verb}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
