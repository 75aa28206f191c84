import { useEffect, useRef, useState, type RefObject } from 'react';
import { errorText } from '#lib/api-error.ts';
import { noteRequestId } from '#lib/request-id.ts';
import { tellProposed, toast } from '#ui/toasts/index.ts';
import { OutcomeError, type Tell } from '#lib/find-outcome.ts';

const SOMETHING_FAILED = 'The action failed: {message}';

/** Runs a dialog's action once at a time, shows its error and keeps the typed text. */
export function useDialogRun(failureText: string | undefined, focus: RefObject<HTMLElement | null>) {
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** The progress text. The dialog may then be closed, and a notice shows the outcome. */
  const [told, setTold] = useState<string>();
  const left = useRef(false);
  // A busy button is disabled and loses the focus. The focus must stay in the dialog.
  useEffect(() => {
    if (failure !== undefined || told !== undefined) focus.current?.focus();
  }, [failure, told, focus]);
  return {
    working,
    failure,
    told,
    /** Call this when the dialog closes. */
    leave: () => void (left.current = true),
    /** `proposed`: the action waits for a second person. A notice says so. */
    start(work: (tell: Tell) => Promise<unknown>, done: () => void, proposed: () => void): void {
      setWorking(true);
      setFailure(undefined);
      work(setTold).then(done, (error: unknown) => {
        if (tellProposed(error)) return proposed();
        // An OutcomeError's message is complete: it also says if a retry makes sense.
        const text = error instanceof OutcomeError ? error.message : errorText(error, failureText ?? SOMETHING_FAILED);
        noteRequestId(text, error);
        if (left.current) toast.error(text);
        setFailure(text);
        setTold(undefined);
        setWorking(false);
      });
    },
  };
}
