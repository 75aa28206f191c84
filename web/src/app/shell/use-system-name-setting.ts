import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { readSettings } from '@muneem/contract/settings';
import { api } from '#lib/api.ts';
import { rememberSystemName } from '#lib/system-name.ts';

const ONE_HOUR_MS = 3_600_000;

/** Loads the system name once per visit. If the request fails, the last known name stays. */
export function useSystemNameSetting(): void {
  const { data } = useQuery({
    queryKey: ['system-name'],
    queryFn: ({ signal }) => api(readSettings, { signal }),
    select: (answer) => answer.settings.systemName,
    staleTime: ONE_HOUR_MS,
    refetchOnWindowFocus: false,
    retry: false,
  });
  useEffect(() => {
    if (data !== undefined) rememberSystemName(data);
  }, [data]);
}
