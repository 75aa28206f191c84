import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** A field that has the focus when its step appears: the screen is this one task. */
export function useFocusOnMount(wanted = true): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const wantedAtFirst = useRef(wanted);
  useEffect(() => {
    if (wantedAtFirst.current) field.current?.focus();
  }, []);
  return field;
}
