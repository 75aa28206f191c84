import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { indexAfterKey, targetIndex } from './target-index.ts';

const EDGE_PX = 72;
const SCROLL_PX = 10;
const SCROLL_EVERY_MS = 16;

interface ReorderOptions {
  /** The list element. Its children are the entries, in order. */
  readonly listRef: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Moves one entry. Called for each step, also during a drag. */
  readonly onMove: (from: number, to: number) => void;
}

/** Reorders a list: drag the handles, or use the arrow keys, Home and End on them. The entries need stable keys. */
export function useReorder({ listRef, count, onMove }: ReorderOptions) {
  const [dragged, setDragged] = useState<number>();
  /** Text of the live region after a move with the keyboard: "Moved to position 2 of 5". */
  const [announcement, setAnnouncement] = useState('');
  const latest = useRef(onMove);
  const isDragging = dragged !== undefined;
  const at = useRef(0);
  const pointerY = useRef(0);
  useEffect(() => {
    latest.current = onMove;
  });

  useEffect(() => {
    if (!isDragging) return;
    const follow = () => {
      const entries = [...(listRef.current?.children ?? [])].map((entry) => entry.getBoundingClientRect());
      const to = targetIndex(entries, at.current, pointerY.current);
      if (to === at.current) return;
      latest.current(at.current, to);
      at.current = to;
      setDragged(to);
    };
    const onPointerMove = (event: globalThis.PointerEvent) => {
      pointerY.current = event.clientY;
      follow();
    };
    const end = () => setDragged(undefined);
    const scrolling = setInterval(() => {
      const y = pointerY.current;
      const by = y < EDGE_PX ? -SCROLL_PX : y > innerHeight - EDGE_PX ? SCROLL_PX : 0;
      if (by === 0) return;
      scrollBy(0, by);
      follow();
    }, SCROLL_EVERY_MS);
    addEventListener('pointermove', onPointerMove);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    addEventListener('blur', end);
    return () => {
      clearInterval(scrolling);
      removeEventListener('pointermove', onPointerMove);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      removeEventListener('blur', end);
    };
  }, [isDragging, listRef]);

  return {
    dragged,
    announcement,
    handle: (index: number) => ({
      onPointerDown: (event: PointerEvent): void => {
        if (event.button !== 0 || count < 2) return;
        at.current = index;
        pointerY.current = event.clientY;
        setDragged(index);
      },
      onKeyDown: (event: KeyboardEvent): void => {
        const to = indexAfterKey(event.key, index, count);
        if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        if (to === index) return;
        onMove(index, to);
        setAnnouncement(`Moved to position ${to + 1} of ${count}`);
      },
    }),
  };
}

export type Reorder = ReturnType<typeof useReorder>;
