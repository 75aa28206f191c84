import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Focuses a field when its step appears: the screen has only this task. */
export function useFocusOnMount(wanted = true): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const wantedAtFirst = useRef(wanted);
  useEffect(() => {
    if (wantedAtFirst.current) field.current?.focus();
  }, []);
  return field;
}
