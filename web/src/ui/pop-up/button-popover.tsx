import { cloneElement, type ReactNode } from 'react';
import { Popover, type PopoverProps } from '@mantine/core';
import { useLatePopUp, type PopUpButton } from './use-late-pop-up.ts';

interface ButtonPopoverProps extends Pick<PopoverProps, 'position' | 'width'> {
  readonly button: PopUpButton;
  /** Without a distance between the edge and the content. */
  readonly flush?: boolean;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/**
 * A button that opens a small panel, which has the button's name and holds the focus until it is closed. It stays
 * where it is when its button leaves the window (what loads above pushes it down, a long panel is scrolled to its
 * end): a panel that holds the focus and is not seen is a page that does not answer.
 */
export function ButtonPopover({ button, flush = false, onClose, children, ...place }: ButtonPopoverProps) {
  const popUp = useLatePopUp(button, 'dialog');
  if (!popUp.isMounted) return popUp.button;
  const change = (opened: boolean): void => {
    popUp.setOpened(opened);
    if (!opened) onClose?.();
  };
  return (
    <Popover {...place} trapFocus hideDetached={false} opened={popUp.opened} onChange={change}>
      <Popover.Target>{cloneElement(popUp.button, { onClick: () => change(!popUp.opened) })}</Popover.Target>
      <Popover.Dropdown {...(flush && { p: 0 })}>{children}</Popover.Dropdown>
    </Popover>
  );
}
