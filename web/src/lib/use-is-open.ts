import { useEffect, useRef, type RefObject } from 'react';

/** True until the component unmounts. An answer that arrives later counts as cancelled. */
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
