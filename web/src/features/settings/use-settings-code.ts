import { sendSettingsOtp, verifySettingsOtp, type SettingsChange, type SettingsView } from '@muneem/contract/settings';
import { ApiError } from '@muneem/contract/http';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { errorText, isVersionConflict } from '#lib/api-error.ts';
import { hasSameValues } from './changed-settings.ts';
import { copy } from './settings.copy.ts';
import { newestSettings } from './settings.queries.ts';

const words = copy.otp;
/** The calls of the window. It cannot be closed while one runs. */
export const CODE_CALLS = ['settings-code'];
export const useIsCalling = (): boolean => useIsMutating({ mutationKey: CODE_CALLS }) > 0;

/** Requests a code for `change`. Returns where it was sent. Ignores a newer version without visible changes. */
export function useAskForCode(change: SettingsChange, madeOn: SettingsView) {
  const ask = async (version: number): Promise<string> =>
    (await api(sendSettingsOtp, { body: { ...change, version } })).message;
  return useMutation({
    mutationKey: CODE_CALLS,
    mutationFn: async () => {
      try {
        return await ask(madeOn.version);
      } catch (error) {
        if (!isVersionConflict(error)) throw error;
        const newest = await newestSettings();
        if (!hasSameValues(madeOn, newest)) throw error;
        return ask(newest.version);
      }
    },
  });
}

export const useExchangeCode = () =>
  useMutation({
    mutationKey: CODE_CALLS,
    mutationFn: async (otp: string) => (await api(verifySettingsOtp, { body: { otp } })).verificationToken,
  });

/** The server's message. Without one, a 4xx means a wrong code. Any other failure says nothing about the code. */
export const exchangeFailure = (error: unknown): string =>
  errorText(
    error,
    error instanceof ApiError && error.kind === 'http' && error.status < 500 ? words.refused : words.failed,
  );
