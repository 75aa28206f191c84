import { useState, type FormEvent } from 'react';
import { errorText } from '#lib/api-error.ts';

interface SubmitOptions {
  /** The text of a failure without a message of the server. */
  readonly failed: string | ((error: unknown) => string);
  readonly onFailure?: () => void;
  /** The complaint before the first submit. */
  readonly complaint?: string | undefined;
}

/** The submit of a form on a page. Runs once at a time. `run` may return why nothing was done. */
export function useSubmit(run: () => Promise<string | void>, options: SubmitOptions) {
  const { failed, onFailure } = options;
  const [isBusy, setBusy] = useState(false);
  const [complaint, setComplaint] = useState(options.complaint);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setComplaint(undefined);
    try {
      setComplaint((await run()) ?? undefined);
    } catch (error) {
      setComplaint(errorText(error, typeof failed === 'string' ? failed : failed(error)));
      onFailure?.();
    } finally {
      setBusy(false);
    }
  };
  return { onSubmit: (event: FormEvent) => void submit(event), isBusy, complaint, setComplaint };
}
