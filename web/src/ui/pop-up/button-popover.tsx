import type { ReactElement, ReactNode } from 'react';
import { Popover, type PopoverProps } from '@mantine/core';

interface ButtonPopoverProps extends Pick<PopoverProps, 'position' | 'width'> {
  readonly button: ReactElement;
  /** Without a distance between the edge and the content. */
  readonly flush?: boolean;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/**
 * A button that opens a small panel, which has the button's name and holds the focus until it is closed. It stays when its
 * button leaves the window: a hidden panel that holds the focus is a page that does not answer.
 */
export const ButtonPopover = ({ button, flush = false, onClose, children, ...place }: ButtonPopoverProps) => (
  <Popover {...place} trapFocus hideDetached={false} {...(onClose && { onClose })}>
    <Popover.Target>{button}</Popover.Target>
    <Popover.Dropdown {...(flush && { p: 0 })}>{children}</Popover.Dropdown>
  </Popover>
);
