import type { ReactElement, ReactNode } from 'react';
import { Menu, type MenuProps } from '@mantine/core';

interface ButtonMenuProps extends Pick<MenuProps, 'position' | 'offset' | 'width'> {
  readonly button: ReactElement;
  /** `Menu.Item`, `Menu.Label`, `Menu.Divider`. */
  readonly children: ReactNode;
}

/** A button with a menu. The menu stays open when its button scrolls out of view, as with `ButtonPopover`. */
export const ButtonMenu = ({ button, children, ...place }: ButtonMenuProps) => (
  <Menu {...place} hideDetached={false}>
    <Menu.Target>{button}</Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);
