import { useEffect } from 'react';
import { useSystemName } from './system-name.ts';

/** `Users · Muneem` in the window's title while the screen is shown. */
export function useDocumentTitle(title: string): void {
  const systemName = useSystemName();
  useEffect(() => {
    document.title = `${title} · ${systemName}`;
  }, [title, systemName]);
}
