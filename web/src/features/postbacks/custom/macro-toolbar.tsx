import { CUSTOM_POSTBACK_MACROS, type CustomPostbackMacro } from '@muneem/contract/postbacks';
import { Group, VisuallyHidden } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import classes from './macros.module.css';
import { copy, MACRO_MEANINGS } from './macros.copy.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One tab stop: arrow keys, Home and End move between the macros, Enter inserts one. */
export function MacroToolbar({ onInsert }: { readonly onInsert: (macro: CustomPostbackMacro) => void }) {
  const [current, setCurrent] = useState(0);
  const [said, setSaid] = useState('');
  const bar = useRef<HTMLDivElement>(null);
  const last = CUSTOM_POSTBACK_MACROS.length - 1;

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const next =
      step !== undefined
        ? (current + step + last + 1) % (last + 1)
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? last
            : undefined;
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };

  return (
    <>
      <Group gap={4} ref={bar} role="toolbar" tabIndex={-1} aria-label={copy.toolbar} onKeyDown={onKeyDown}>
        {CUSTOM_POSTBACK_MACROS.map((macro, index) => (
          <button
            key={macro}
            type="button"
            className={classes['macro']}
            tabIndex={index === current ? 0 : -1}
            aria-label={copy.insert(macro, MACRO_MEANINGS[macro])}
            data-tip={MACRO_MEANINGS[macro]}
            onFocus={() => setCurrent(index)}
            onClick={() => {
              onInsert(macro);
              setSaid(copy.inserted(macro));
            }}
          >
            {`{${macro}}`}
          </button>
        ))}
      </Group>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
