import type { ReactNode } from 'react';
import { Menu, type MenuProps } from '@mantine/core';
import { useLatePopUp, type PopUpButton } from './use-late-pop-up.ts';

interface ButtonMenuProps extends Pick<MenuProps, 'position' | 'offset' | 'width'> {
  readonly button: PopUpButton;
  /** `Menu.Item`, `Menu.Label`, `Menu.Divider`. */
  readonly children: ReactNode;
}

/** A button that opens a menu, which stays when its button leaves the window, as a `ButtonPopover` does. */
export function ButtonMenu({ button, children, ...place }: ButtonMenuProps) {
  const popUp = useLatePopUp(button, 'menu');
  if (!popUp.isMounted) return popUp.button;
  return (
    <Menu {...place} hideDetached={false} opened={popUp.opened} onChange={popUp.setOpened}>
      <Menu.Target>{popUp.button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
