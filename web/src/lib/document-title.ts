import { useEffect } from 'react';
import { useSystemName } from './system-name.ts';

/** Sets the window title to `Users · Muneem` while the screen is shown. */
export function useDocumentTitle(title: string): void {
  const systemName = useSystemName();
  useEffect(() => {
    document.title = `${title} · ${systemName}`;
  }, [title, systemName]);
}
