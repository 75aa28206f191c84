import { createContext, use, useEffect } from 'react';

export const DEFAULT_SYSTEM_NAME = 'Muneem';

/** The product's name on screen: the setting `systemName`, else the default. Provided by the shell. */
export const SystemNameContext = createContext(DEFAULT_SYSTEM_NAME);

export const useSystemName = (): string => use(SystemNameContext);

/** `Users · Muneem` in the window's title while the screen is shown. */
export function useDocumentTitle(title: string): void {
  const systemName = useSystemName();
  useEffect(() => {
    document.title = `${title} · ${systemName}`;
  }, [title, systemName]);
}
