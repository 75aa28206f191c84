import { useEffect, useRef, useState, type RefObject } from 'react';
import { errorText } from '#lib/api-error.ts';
import { toast } from '#ui/toasts/index.ts';
import { OutcomeError, type Tell } from '#lib/find-outcome.ts';

const SOMETHING_FAILED = 'That did not work: {message}';

interface DialogRun {
  readonly working: boolean;
  readonly failure: string | undefined;
  /** What the work says while it goes on; then the dialog may be left, and the outcome comes as a notice. */
  readonly told: string | undefined;
  readonly start: (work: (tell: Tell) => Promise<unknown>, done: () => void) => void;
  /** To be called when the dialog is left. */
  readonly leave: () => void;
}

/** The work of a dialog: it runs once at a time, says why it failed, and keeps what was typed. */
export function useDialogRun(failureText: string | undefined, focus: RefObject<HTMLElement | null>): DialogRun {
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [told, setTold] = useState<string>();
  const left = useRef(false);
  // A button that works is disabled and loses the focus; it must not be lost behind the window.
  useEffect(() => {
    if (failure !== undefined || told !== undefined) focus.current?.focus();
  }, [failure, told, focus]);
  return {
    working,
    failure,
    told,
    leave: () => void (left.current = true),
    start(work, done) {
      setWorking(true);
      setFailure(undefined);
      work(setTold).then(done, (error: unknown) => {
        // It says all there is to say, also whether trying again makes sense.
        const text = error instanceof OutcomeError ? error.message : errorText(error, failureText ?? SOMETHING_FAILED);
        if (left.current) toast.error(text);
        setFailure(text);
        setTold(undefined);
        setWorking(false);
      });
    },
  };
}
