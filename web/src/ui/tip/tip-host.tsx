import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './tip-host.module.css';

const OPEN_DELAY_MS = 200;
const GAP = 6;
const ROW = '[data-row]';
/** Pixels. Single letters may overflow by a few. */
const A_LINE_AT_LEAST = 10;

/**
 * One tooltip for the whole app. It shows the `data-tip` of the hovered or focused element, and the cut texts of the row
 * with the focus. A component per element
 * made a page of rows four times as slow.
 */
export function TipHost() {
  const [shown, setShown] = useState<{ readonly text: string; readonly anchor: HTMLElement }>();
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setShown(undefined);
    };
    const follow = (event: Event, delayMs: number) => {
      const wanted = event.type === 'focusin' ? `[data-tip], ${ROW}` : '[data-tip]';
      const anchor = event.target instanceof Element ? event.target.closest<HTMLElement>(wanted) : null;
      clearTimeout(timer);
      if (!anchor) return setShown(undefined);
      timer = setTimeout(() => {
        const isWanted = anchor.isConnected && (delayMs === 0 || anchor.matches(':hover'));
        const text = isWanted && saysMore(anchor) ? tipOf(anchor) : '';
        setShown(text === '' ? undefined : { text, anchor });
      }, delayMs);
    };
    const onHover = (event: Event) => follow(event, OPEN_DELAY_MS);
    const onFocus = (event: Event) =>
      event.target instanceof Element && event.target.matches(':focus-visible') ? follow(event, 0) : undefined;
    // The focus scrolls a row into view: its tip moves with it.
    const onScroll = () =>
      setShown((tip) => (tip?.anchor.contains(document.activeElement) === true ? { ...tip } : undefined));
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('mouseover', onHover);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', onKey);
    document.addEventListener('scroll', onScroll, true);
    return () => {
      hide();
      document.removeEventListener('mouseover', onHover);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('scroll', onScroll, true);
    };
  }, []);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element || !shown) return;
    const { left, top, bottom, width } = shown.anchor.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = element;
    const above = top - offsetHeight - GAP;
    const x = Math.min(Math.max(GAP, left + width / 2 - offsetWidth / 2), innerWidth - offsetWidth - GAP);
    element.style.transform = `translate(${Math.round(x)}px, ${Math.round(above < GAP ? bottom + GAP : above)}px)`;
  }, [shown]);

  return shown ? (
    <div ref={bubble} className={classes['tip']} aria-hidden>
      {shown.text}
    </div>
  ) : null;
}

/** The tip of an element, or all cut texts of a row: the keyboard reaches the row, not each text. */
function tipOf(anchor: HTMLElement): string {
  if (!anchor.matches(ROW)) return anchor.dataset['tip'] ?? '';
  const cut = [...anchor.querySelectorAll<HTMLElement>('[data-tip-when-cut]')].filter(saysMore);
  return cut.map(({ dataset }) => dataset['tip']).join('\n');
}

/** A tip marked `data-tip-when-cut` shows only if its text is cut. Every other tip always shows. */
function saysMore(anchor: HTMLElement): boolean {
  if (anchor.dataset['tipWhenCut'] === undefined || anchor.scrollWidth > anchor.clientWidth) return true;
  return anchor.scrollHeight > anchor.clientHeight + A_LINE_AT_LEAST;
}
