import type { Right } from '@muneem/contract/rights';
import type { ReactNode } from 'react';
import { Alert, Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { errorText, fieldErrors } from '#lib/api-error.ts';
import { may } from '#lib/may.ts';
import { RequestId } from '#ui/display/index.ts';
import classes from './form.module.css';

/** The part of Mantine's form that sets field errors. */
interface FormWithErrors {
  readonly getInputNode: (path: string) => unknown;
  readonly setErrors: (errors: Record<string, string>) => void;
}

/**
 * Sets the server's field errors and focuses the first one. Returns the text above the buttons: the server's message or
 * the fixed text.
 */
export function applyServerErrors(form: FormWithErrors, error: unknown, fixedText: string): string {
  const errors = fieldErrors(error);
  const [first] = Object.keys(errors);
  if (first !== undefined) {
    form.setErrors(errors);
    const node = form.getInputNode(first);
    if (node instanceof HTMLElement) node.focus();
  }
  return errorText(error, fixedText);
}

/** The error that prevents the form from being saved. Announced when it appears. */
export function FormError({ message }: { readonly message: string | undefined }) {
  return (
    <div>
      <div role="alert">
        {message !== undefined && message !== '' && (
          <Alert color="red" role="none" p="xs">
            {message}
          </Alert>
        )}
      </div>
      <RequestId of={message} />
    </div>
  );
}

/** The fields of a form. Without the right they are shown and cannot be changed. */
export const Fields = ({ right, children }: { readonly right: Right | undefined; readonly children: ReactNode }) => (
  <fieldset className={classes['fields']} disabled={!may(right)}>
    {children}
  </fieldset>
);

interface SubmitButtonProps extends ButtonProps {
  readonly busy: boolean;
  /** The label while busy. The specification has one for most buttons. */
  readonly busyText: string;
  readonly children: ReactNode;
}

/** The submit button. It shows progress and cannot be pressed twice. */
export function SubmitButton({ busy, busyText, disabled = false, children, ...rest }: SubmitButtonProps) {
  return (
    <Button type="submit" aria-busy={busy} data-disabled={busy} disabled={disabled} {...rest}>
      {busy ? busyText : children}
    </Button>
  );
}
