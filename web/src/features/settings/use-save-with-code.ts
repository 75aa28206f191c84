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
import { isDone, hasSameValues } from './changed-settings.ts';
import { copy } from './settings.copy.ts';
import { newestSettings } from './settings.queries.ts';

const words = copy.otp;

/** Requests a code for `change`. Returns where it was sent. Ignores a newer version without visible changes. */
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
      if (!hasSameValues(madeOn, newest)) throw error;
      return ask(newest.version);
    }
  };
}

type Outcome =
  | { readonly settings: SettingsRead; readonly refusal?: undefined }
  /** The window was closed before the save started. */
  | 'cancelled'
  /** Nothing was saved, and the server no longer accepts this code. */
  | { readonly settings?: undefined; readonly refusal: unknown };

/**
 * Exchanges a code for a token and saves with it. The server accepts a code once. If the outcome of a save is unknown,
 * a retry with the same code reuses its token.
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
      // The previous attempt may have saved. If the settings cannot be read either, only the refusal is known.
      const newest = again && (await newestSettings(queryClient).catch(() => undefined));
      return newest && isDone(change, newest) ? { settings: newest } : { refusal };
    }
  };
}

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'http' && error.status < 500;

/** 401, 408 and 429 are no refusal of the token: the server did not check it. */
const isSpent = (error: unknown): boolean => isRefusal(error) && ![401, 408, 429].includes(error.status);

/**
 * Rethrows a failed call with its text: the server's message, else the fixed text of the step. `refused` is for a
 * refusal. `failed` is for no response or a server error, after which the code may still be valid.
 */
async function explained<Answer>(call: Promise<Answer>, failed: string, refused = failed): Promise<Answer> {
  try {
    return await call;
  } catch (cause) {
    throw new Error(errorText(cause, isRefusal(cause) ? refused : failed), { cause });
  }
}
