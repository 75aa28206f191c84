import type { Right } from '@muneem/contract/rights';
import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState, type ReactNode } from 'react';
import { may } from '#lib/may.ts';
import { UnsavedChangesGuard } from '#ui/guards/index.ts';
import { applyServerErrors, Fields, FormError, SubmitButton } from './form.tsx';
import { WindowFoot } from './window-foot.tsx';

interface WindowFormProps<Values extends object> {
  readonly form: UseFormReturnType<Values>;
  /** Runs once at a time. After a failure the typed text stays. @returns why nothing was done, if so */
  readonly run: (values: Values) => Promise<string | void>;
  readonly words: { readonly verb: string; readonly busy: string; readonly failed: string };
  readonly label?: string;
  readonly danger?: boolean;
  readonly noValidate?: boolean;
  /** Without this right the fields are shown and cannot be changed. */
  readonly right?: Right;
  /** Cancel waits for the end of the action. */
  readonly cancelWaits?: boolean;
  /** Asks before unsaved changes are lost, and closes after a success. */
  readonly guarded?: boolean;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The form of a window: its fields, the error, Cancel and the button of the action. */
export function WindowForm<Values extends object>(props: WindowFormProps<Values>) {
  const { form, run, words, label, danger = false, noValidate = false, cancelWaits = false } = props;
  const { guarded = false, right, onCancel, children } = props;
  const isReadOnly = !may(right);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const [saved, setSaved] = useState(false);
  // Runs after the guard has released the navigation.
  useEffect(() => {
    if (saved) onCancel();
  }, [saved, onCancel]);
  const submit = form.onSubmit(
    async (values) => {
      if (busy || saved) return;
      setBusy(true);
      setMessage(undefined);
      try {
        const reason = await run(values);
        if (typeof reason === 'string') setMessage(reason);
        else setSaved(guarded);
      } catch (error) {
        setMessage(applyServerErrors(form, error, words.failed));
      } finally {
        setBusy(false);
      }
    },
    (errors) => {
      const [first] = Object.keys(errors);
      if (first !== undefined) form.getInputNode(first)?.focus();
    },
  );
  return (
    <form
      aria-label={label}
      noValidate={noValidate}
      onSubmit={(event) => {
        // A window may open inside another form, which must not be submitted.
        event.stopPropagation();
        submit(event);
      }}
    >
      <Stack gap="md">
        <Fields right={right}>{children}</Fields>
        <FormError message={message} />
        <WindowFoot onClose={onCancel} close={isReadOnly ? 'Close' : 'Cancel'} disabled={cancelWaits && busy}>
          {!isReadOnly && (
            <SubmitButton busy={busy || saved} busyText={words.busy} {...(danger ? { color: 'red' } : {})}>
              {words.verb}
            </SubmitButton>
          )}
        </WindowFoot>
      </Stack>
      {guarded && <UnsavedChangesGuard when={!saved && form.isDirty()} />}
    </form>
  );
}
