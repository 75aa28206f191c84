import { getSettings, type SettingsView } from '@muneem/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { rememberSystemName } from '#lib/system-name.ts';

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: async ({ signal }) => {
      const { settings } = await api(getSettings, { signal });
      rememberSystemName(settings.systemName);
      return settings;
    },
  });

export const newestSettings = (): Promise<SettingsView> => queryClient.fetchQuery({ ...settingsQuery(), staleTime: 0 });

/** Caches saved settings. Every screen shows the new system name at once. */
export const keepSettings = (settings: SettingsView): void => {
  rememberSystemName(settings.systemName);
  queryClient.setQueryData(settingsQuery().queryKey, settings);
};

export const screenQueries: ScreenQueries = (client) => [client.prefetchQuery(settingsQuery())];
