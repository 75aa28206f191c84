import { useEffect, useState, useSyncExternalStore } from 'react';
import { Kbd, Modal } from '@mantine/core';
import { shortcutList, useShortcut } from '#lib/shortcuts.ts';
import classes from './shell.module.css';

const OPEN = 'muneem:shortcut-help';

export const openShortcutHelp = (): void => void dispatchEvent(new Event(OPEN));

/** `?`: the keys that work on this screen. */
export function ShortcutHelp() {
  // Undefined until it is asked for: a window that nobody has opened costs nothing.
  const [opened, setOpened] = useState<boolean>();
  useShortcut({ key: '?', label: 'Keyboard shortcuts', group: 'Everywhere', run: () => setOpened(true) });
  useEffect(() => {
    const open = () => setOpened(true);
    addEventListener(OPEN, open);
    return () => removeEventListener(OPEN, open);
  }, []);

  return opened === undefined ? null : <HelpWindow opened={opened} onClose={() => setOpened(false)} />;
}

function HelpWindow({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const shortcuts = useSyncExternalStore(shortcutList.subscribe, shortcutList.all);
  const groups = Map.groupBy(shortcuts, ({ group }) => group);
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
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
    </Modal>
  );
}
