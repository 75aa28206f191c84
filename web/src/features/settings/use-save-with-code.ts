import { ApiError } from '@muneem/contract/http';
import {
  askForCode,
  exchangeCode,
  saveSettings,
  type SettingsChange,
  type SettingsRead,
} from '@muneem/contract/settings';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, type RefObject } from 'react';
import { api } from '#lib/api.ts';
import { errorText, isVersionConflict } from '#lib/api-error.ts';
import { isDone, looksTheSame } from './changed-settings.ts';
import { copy } from './settings.copy.ts';
import { newestSettings } from './settings.queries.ts';

const words = copy.otp;

/** Asks for a code for `change`; gives where it was sent. A newer version that shows nothing new is nobody's concern. */
export function useAskForCode(change: SettingsChange, madeOn: SettingsRead): () => Promise<string> {
  const queryClient = useQueryClient();
  const ask = async (version: number | undefined): Promise<string> => {
    const body = version === undefined ? change : { ...change, version };
    return (await api(askForCode, { body })).message || words.sent;
  };
  return async () => {
    try {
      return await ask(madeOn.version);
    } catch (error) {
      if (!isVersionConflict(error)) throw error;
      const newest = await newestSettings(queryClient);
      if (!looksTheSame(madeOn, newest)) throw error;
      return ask(newest.version);
    }
  };
}

type Outcome =
  | { readonly settings: SettingsRead; readonly refusal?: undefined }
  /** The window was closed before there was anything to save with. */
  | 'cancelled'
  /** Nothing was saved, and the server does not take this code again. */
  | { readonly settings?: undefined; readonly refusal: unknown };

/**
 * Exchanges a code and saves with what it gives. The server takes a code once: after a save whose end nobody knows, the same
 * code tries again with the token that it gave.
 */
export function useSaveWithCode(
  change: SettingsChange,
  isOpen: Readonly<RefObject<boolean>>,
): (otp: string) => Promise<Outcome> {
  const queryClient = useQueryClient();
  const taken = useRef<{ otp: string; verificationToken: string }>(undefined);
  return async (otp) => {
    const again = taken.current?.otp === otp ? taken.current : undefined;
    const { verificationToken } =
      again ?? (await explained(api(exchangeCode, { body: { otp } }), words.failed, words.refused));
    taken.current = { otp, verificationToken };
    if (!isOpen.current) return 'cancelled';
    try {
      const { settings } = await explained(
        api(saveSettings, { body: { ...change, verificationToken } }),
        copy.saveFailed,
      );
      return { settings };
    } catch (error) {
      const refusal = (error as Error).cause;
      if (!isSpent(refusal)) throw error;
      taken.current = undefined;
      // The try before may have been the one that saved. When that cannot be read either, the refusal is all that is known.
      const newest = again && (await newestSettings(queryClient).catch(() => undefined));
      return newest && isDone(change, newest) ? { settings: newest } : { refusal };
    }
  };
}

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'http' && error.status < 500;

/** Not: a session that has ended, a server that gave up waiting or asks to come later. They did not look at the token. */
const isSpent = (error: unknown): boolean => isRefusal(error) && ![401, 408, 429].includes(error.status);

/**
 * The call's failure in words: the server's own, else the fixed text of its step: for a refusal, and for no answer or a
 * failure of the server's own, which say nothing of the code.
 */
async function explained<Answer>(call: Promise<Answer>, failed: string, refused = failed): Promise<Answer> {
  try {
    return await call;
  } catch (cause) {
    throw new Error(errorText(cause, isRefusal(cause) ? refused : failed), { cause });
  }
}
