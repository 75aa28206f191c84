import { lazy, Suspense, useEffect, useState } from 'react';
import { useShortcut } from '#lib/shortcuts.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

/** Opens the command palette on Ctrl/Cmd-K. Loads its code on first use. */
export function PaletteKey() {
  const [state, setState] = useState<'unused' | 'opening' | 'open' | 'closed'>('unused');
  const [query, setQuery] = useState('');
  const isOpening = state === 'opening';
  useShortcut({
    key: 'mod+k',
    label: 'Command palette',
    group: 'Everywhere',
    run: () => setState((now) => (now === 'open' ? now : 'opening')),
  });
  useEffect(() => (isOpening ? typeInto(setQuery) : undefined), [isOpening]);
  return state === 'unused' ? null : (
    <Suspense fallback={null}>
      <CommandPalette
        isOpening={isOpening}
        query={query}
        onQueryChange={setQuery}
        onFocus={() => setState('open')}
        onClose={() => setState('closed')}
      />
    </Suspense>
  );
}

/** Keys pressed before the palette has the focus belong to its query, and to no shortcut or button of the page. */
function typeInto(change: (next: (query: string) => string) => void): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || key === 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Backspace') change((query) => query.slice(0, -1));
    if (key.length === 1) change((query) => query + key);
  };
  document.addEventListener('keydown', onKeyDown, true);
  return () => document.removeEventListener('keydown', onKeyDown, true);
}
