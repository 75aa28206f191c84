import { useEffect, useRef, type RefObject } from 'react';

/** True until the window that asks leaves the page: what is answered afterwards was cancelled. */
export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}
