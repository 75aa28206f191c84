import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** The least height in pixels of a list that scrolls on its own. */
const LEAST_HEIGHT = 352;

export interface OwnScroll {
  /** The height that is left for the list. Undefined: the page or the window scrolls, and the list shows every row. */
  readonly height: number | undefined;
  /** The list's distance from the top of the page in pixels. */
  readonly top: number;
  /** The columns fit: the list does not scroll sideways either. */
  readonly fits: boolean;
}

/** One scroll area per page: the list fills what is left of the screen, or else the page scrolls. */
export function useOwnScroll(scroller: RefObject<HTMLElement | null>, hasList: boolean): OwnScroll {
  const [own, setOwn] = useState<OwnScroll>({ height: hasList ? LEAST_HEIGHT : undefined, top: 0, fits: false });
  useLayoutEffect(() => {
    const element = scroller.current;
    const main = element?.closest('main');
    const measure = () => {
      if (!element) return;
      const around = main ? main.getBoundingClientRect().bottom + scrollY - element.offsetHeight : innerHeight;
      const left = Math.floor(innerHeight - around);
      const next = {
        height: hasList && left >= LEAST_HEIGHT ? left : undefined,
        top: Math.round(element.getBoundingClientRect().top + scrollY),
        fits: element.scrollWidth <= element.clientWidth,
      };
      setOwn((before) => (isSame(before, next) ? before : next));
    };
    measure();
    // In the next frame: the list's own height changes the observed one.
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(later);
    for (const part of [main, element?.firstElementChild]) if (part) observer.observe(part);
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      removeEventListener('resize', later);
    };
  }, [scroller, hasList]);
  return own;
}

const isSame = (one: OwnScroll, other: OwnScroll): boolean =>
  one.height === other.height && one.top === other.top && one.fits === other.fits;
