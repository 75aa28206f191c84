import type { ReactElement, ReactNode } from 'react';
import { Menu, type MenuProps } from '@mantine/core';
import { useFirstUse } from './use-first-use.ts';

interface ButtonMenuProps extends Pick<MenuProps, 'position' | 'offset' | 'width'> {
  readonly button: ReactElement;
  /** `Menu.Item`, `Menu.Label`, `Menu.Divider`. */
  readonly children: ReactNode;
}

/** A button with a menu. The menu stays open when its button scrolls out of view, as with `ButtonPopover`. */
export function ButtonMenu({ button, children, ...position }: ButtonMenuProps) {
  const { isUsed, use, target } = useFirstUse(button);
  return (
    <Menu {...position} hideDetached={false} onOpen={use}>
      <Menu.Target>{target}</Menu.Target>
      {isUsed && <Menu.Dropdown>{children}</Menu.Dropdown>}
    </Menu>
  );
}
