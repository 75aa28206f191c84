import { useEffect, useState } from 'react';
import { Kbd } from '@mantine/core';
import { useActiveShortcuts, useShortcut } from '#lib/shortcuts.ts';
import { ModalWindow } from '#ui/window/index.ts';
import classes from './shell.module.css';

const OPEN = 'muneem:shortcut-help';

export const openShortcutHelp = (): void => void dispatchEvent(new Event(OPEN));

/** Opens on `?` and lists the shortcuts of this screen. */
export function ShortcutHelp() {
  const [opened, setOpened] = useState(false);
  useShortcut({ key: '?', label: 'Keyboard shortcuts', group: 'Everywhere', run: () => setOpened(true) });
  useEffect(() => {
    const open = () => setOpened(true);
    addEventListener(OPEN, open);
    return () => removeEventListener(OPEN, open);
  }, []);

  return opened && <HelpWindow onClose={() => setOpened(false)} />;
}

function HelpWindow({ onClose }: { readonly onClose: () => void }) {
  const groups = Map.groupBy(useActiveShortcuts(), ({ group }) => group);
  return (
    <ModalWindow onClose={onClose} title="Keyboard shortcuts">
      {[...groups].map(([group, members]) => (
        <section key={group} className={classes['keys']}>
          <h3>{group}</h3>
          <dl>
            {members.map(({ key, label }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>
                  {key.split('+').map((part) => (
                    <Kbd key={part}>{part === 'mod' ? 'Ctrl' : part}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </ModalWindow>
  );
}
