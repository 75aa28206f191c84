import { withoutDirection } from '@muneem/contract/http';
import type { ReactNode } from 'react';
import { atEndOfSession } from '#lib/at-end-of-session.ts';
import type { Tell } from '#lib/find-outcome.ts';
import { createStore } from '#lib/store.ts';

interface DialogBase {
  /** The specification's text. Line breaks are kept. */
  readonly text: string;
  /** A short heading above the text. */
  readonly title?: string;
}

export interface ConfirmOptions extends DialogBase {
  /** The button label names the action ("Delete offer"). */
  readonly verb: string;
  readonly cancel?: string;
  /** Red button, and the focus starts on Cancel. */
  readonly danger?: boolean;
  /** It pays: green like the button that opened it. The focus starts on Cancel. */
  readonly pays?: boolean;
  /** False while the details still load. */
  readonly isReady?: boolean;
  /** The first thing to read, such as a reason why the action will probably fail. */
  readonly warning?: ReactNode;
  /**
   * The initial focus. Money starts on Cancel, unless a triage key opened the dialog
   * (docs/decisions/withdrawals-screen.md).
   */
  readonly focus?: 'cancel' | 'verb';
  /** The number of records that the action changes. Above 10 the user must type it first. */
  readonly count?: number;
  /** The exact rows, sums and users. */
  readonly details?: ReactNode;
  /**
   * The action. The dialog stays open, shows progress and cannot be submitted twice. On failure it shows the reason and
   * allows a retry. Without `run` the dialog resolves at once. After `tell` the user may close it.
   */
  readonly run?: (tell: Tell) => Promise<unknown>;
  /** The specification's fixed text for a failed `run`. The server's message replaces it or its `{message}`. */
  readonly failure?: string;
}

export interface PromptOptions extends DialogBase {
  readonly defaultValue?: string;
  readonly verb?: string;
  readonly danger?: boolean;
  readonly multiline?: boolean;
  /** Returns the error for a value, or undefined if it is valid. */
  readonly validate?: (value: string) => string | undefined;
  /** As in `ConfirmOptions`. */
  readonly details?: ReactNode;
  /** The action, as in `ConfirmOptions`. The typed text stays after a failure. */
  readonly run?: (value: string, tell: Tell) => Promise<unknown>;
  readonly failure?: string;
}

export type DialogRequest = { readonly id: number } & (
  | { readonly kind: 'alert'; readonly options: DialogBase; readonly respond: () => void }
  | { readonly kind: 'confirm'; readonly options: ConfirmOptions; readonly respond: (answer: boolean) => void }
  | { readonly kind: 'prompt'; readonly options: PromptOptions; readonly respond: (answer: string | undefined) => void }
);

const waiting = createStore<readonly DialogRequest[]>([]);
let lastId = 0;

/** Queues a dialog. An answer removes it and shows the next one. */
function ask<Answer>(build: (id: number, respond: (answer: Answer) => void) => DialogRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const id = ++lastId;
    const respond = (answer: Answer) => {
      const others = waiting.get().filter((request) => request.id !== id);
      if (others.length === waiting.get().length) return;
      waiting.set(others);
      resolve(answer);
    };
    waiting.set([...waiting.get(), build(id, respond)]);
  });
}

/** Removes a dialog without an answer. */
function withdraw(request: DialogRequest): void {
  if (request.kind === 'alert') request.respond();
  else if (request.kind === 'confirm') request.respond(false);
  else request.respond(undefined);
}

// A dialog shows names and amounts. The next admin must not see or answer it.
atEndOfSession(() => {
  for (const request of waiting.get()) withdraw(request);
});

export const dialogQueue = {
  subscribe: waiting.subscribe,
  current: (): DialogRequest | undefined => waiting.get()[0],
};

/** A user's name must not change the order in which the question around it is shown. */
const inOrder = <Options extends DialogBase & { readonly details?: ReactNode }>(options: Options): Options => ({
  ...options,
  text: withoutDirection(options.text),
  ...(typeof options.details === 'string' ? { details: withoutDirection(options.details) } : {}),
});

/** Shows a message and resolves when the user closes it. */
const alert = (text: string): Promise<void> =>
  ask<void>((id, respond) => ({ id, kind: 'alert', options: inOrder({ text }), respond }));

/** Resolves to true if the user agreed and `run` succeeded. */
const confirm = (options: ConfirmOptions): Promise<boolean> =>
  ask<boolean>((id, respond) => ({ id, kind: 'confirm', options: inOrder(options), respond }));

/** Resolves to the entered text (possibly empty), or undefined if the user cancelled. */
const prompt = (options: PromptOptions): Promise<string | undefined> =>
  ask<string | undefined>((id, respond) => ({ id, kind: 'prompt', options: inOrder(options), respond }));

/** The specification's alert, confirm and prompt as accessible dialogs, one at a time. */
export const dialogs = { alert, confirm, prompt } as const;
