import { lazy, Suspense, useState } from 'react';
import { useShortcut } from '#lib/shortcuts.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

/** Opens the command palette on Ctrl/Cmd-K. Loads its code on first use. */
export function PaletteKey() {
  const [asked, setAsked] = useState(0);
  useShortcut({
    key: 'mod+k',
    label: 'Command palette',
    group: 'Everywhere',
    run: () => setAsked((times) => times + 1),
  });
  return asked === 0 ? null : (
    <Suspense fallback={null}>
      <CommandPalette asked={asked} />
    </Suspense>
  );
}
