import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '@muneem/contract/http';
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useShortcut } from '#lib/shortcuts.ts';
import classes from './layout.module.css';

const PAUSE_MS = 250;
const TOO_LONG = `Search for at most ${MAX_SEARCH_LENGTH} characters`;

interface SearchFieldProps {
  readonly value: string;
  /** Called when typing pauses, and at once on Enter and on clearing. */
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
}

/** Counts as the server does. A pasted text is never cut silently. */
const isTooLong = (search: string): boolean => search.trim().length > MAX_SEARCH_LENGTH;

/** The search box of a screen: `/` focuses it. It shows every letter at once and reports the value when typing pauses. */
export function SearchField({ value, onChange, placeholder }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ key: '/', label: 'Search', group: 'List', run: () => input.current?.select() });

  const send = (next: string) => {
    if (next === sent.current || isTooLong(next)) return;
    sent.current = next;
    onChange(next);
  };
  const onPause = useEffectEvent(send);

  // Follows a change of the URL (Back, "Clear filters").
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => {
    const timer = setTimeout(() => onPause(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const clear = () => {
    setTyped('');
    send('');
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      aria-label={placeholder}
      placeholder={placeholder}
      value={typed}
      error={isTooLong(typed) ? TOO_LONG : undefined}
      className={classes['search']}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? <Kbd size="xs">/</Kbd> : <CloseButton size="sm" aria-label="Clear search" onClick={clear} />
      }
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(typed);
        if (event.key === 'Escape' && typed !== '') {
          event.preventDefault();
          clear();
        }
      }}
    />
  );
}
