import type { ReactNode } from 'react';
import { atEndOfSession } from '#lib/at-end-of-session.ts';
import type { Tell } from '#lib/find-outcome.ts';

interface DialogBase {
  /** The specification's sentence; line breaks are kept. */
  readonly text: string;
  /** A short heading above the text. */
  readonly title?: string;
}

export interface AlertOptions extends DialogBase {
  readonly verb?: string;
}

export interface ConfirmOptions extends DialogBase {
  /** The word on the button: what will happen ("Delete offer"). */
  readonly verb: string;
  readonly cancel?: string;
  /** Red button, and the focus starts on Cancel. */
  readonly danger?: boolean;
  /** Where the focus starts. Money: on Cancel, unless a deliberate key of triage has asked (docs/decisions/withdrawals-screen.md). */
  readonly focus?: 'cancel' | 'verb';
  /** The person has to type this first (a count, a name). */
  readonly typeToConfirm?: string;
  /** What exactly is meant: rows, sums, whose. */
  readonly details?: ReactNode;
  /**
   * The work itself. The dialog stays, shows that it works and cannot be pressed twice; when the work fails it says
   * why and can be tried again. Without it the answer comes back at once. After `tell` it may also be left.
   */
  readonly run?: (tell: Tell) => Promise<unknown>;
  /** The specification's fixed text for a failed `run`; the server's own message goes before it, or to its `{message}`. */
  readonly failure?: string;
}

export interface PromptOptions extends DialogBase {
  readonly label?: string;
  readonly defaultValue?: string;
  readonly verb?: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  readonly placeholder?: string;
  readonly multiline?: boolean;
  /** Gives the complaint about a value, or undefined when it is fine. */
  readonly validate?: (value: string) => string | undefined;
  /** What exactly is meant, as in `ConfirmOptions`. */
  readonly details?: ReactNode;
  /** The work itself, as in `ConfirmOptions`: when it fails, the text that was typed stays. */
  readonly run?: (value: string, tell: Tell) => Promise<unknown>;
  readonly failure?: string;
}

export type DialogRequest = { readonly id: number } & (
  | { readonly kind: 'alert'; readonly options: AlertOptions; readonly settle: () => void }
  | { readonly kind: 'confirm'; readonly options: ConfirmOptions; readonly settle: (answer: boolean) => void }
  | { readonly kind: 'prompt'; readonly options: PromptOptions; readonly settle: (answer: string | undefined) => void }
);

type Waiting = readonly DialogRequest[];

let waiting: Waiting = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Adds a request to the queue; answering it takes it out and lets the next one show. */
function ask<Answer>(build: (id: number, settle: (answer: Answer) => void) => DialogRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const id = ++lastId;
    const settle = (answer: Answer) => {
      if (!waiting.some((request) => request.id === id)) return;
      change(waiting.filter((request) => request.id !== id));
      resolve(answer);
    };
    change([...waiting, build(id, settle)]);
  });
}

/** Escape on one that is not there yet: it was not asked. */
function withdraw(request: DialogRequest): void {
  if (request.kind === 'alert') request.settle();
  else if (request.kind === 'confirm') request.settle(false);
  else request.settle(undefined);
}

// It names people and rupees, and its answer would be given by whoever signs in next.
atEndOfSession(() => {
  for (const request of waiting) withdraw(request);
});

/**
 * Between the asking and the first picture of a dialog its keys belong to nobody: Enter must not open the row below, and
 * must not agree to what nobody has seen yet. The browser's own keys stay with it.
 */
export function holdKeys(event: KeyboardEvent): void {
  const request = dialogQueue.current();
  if (request === undefined || document.querySelector('dialog[open]') !== null) return;
  event.stopImmediatePropagation();
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault();
  if (event.key === 'Escape') withdraw(request);
}

export const dialogQueue = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): DialogRequest | undefined => waiting[0],
};

/** Says something and waits until it was read. */
const alert = (options: string | AlertOptions): Promise<void> =>
  ask<void>((id, settle) => ({
    id,
    kind: 'alert',
    options: typeof options === 'string' ? { text: options } : options,
    settle,
  }));

/** True when the person agreed (and `run`, if there is one, succeeded). */
const confirm = (options: ConfirmOptions): Promise<boolean> =>
  ask<boolean>((id, settle) => ({ id, kind: 'confirm', options, settle }));

/** The text that was entered (it may be empty), or undefined when the person cancelled. */
const prompt = (options: PromptOptions): Promise<string | undefined> =>
  ask<string | undefined>((id, settle) => ({ id, kind: 'prompt', options, settle }));

const dialogs = { alert, confirm, prompt } as const;

/** The specification's alert, confirm and prompt, in the app's own accessible dialogs, one at a time. */
export const useDialogs = (): typeof dialogs => dialogs;
