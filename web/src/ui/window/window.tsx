import { Drawer, Modal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useOpenWindow } from './open-windows.ts';

type ManagedProps = 'opened' | 'returnFocus' | 'closeOnEscape' | 'withCloseButton';

interface InUrl {
  /** The URL says that it is open: opening added a history entry. Back closes other windows too, and stays. */
  readonly inUrl?: boolean;
}

interface ModalWindowProps extends InUrl, Omit<ModalProps, ManagedProps> {
  /** Escape and the cross do not close it. */
  readonly isLocked?: boolean;
}

/** A centred window, open while mounted. Escape closes the topmost window. The focus returns to where it was. */
export function ModalWindow({ isLocked = false, inUrl, ...props }: ModalWindowProps) {
  useOpenWindow(isLocked ? undefined : props.onClose, inUrl);
  return <Modal {...props} withCloseButton={!isLocked} opened returnFocus={false} closeOnEscape={false} data-window />;
}

/** A window at the side of the screen. Otherwise like `ModalWindow`. */
export function SideWindow({ inUrl, ...props }: InUrl & Omit<DrawerProps, ManagedProps>) {
  useOpenWindow(props.onClose, inUrl);
  return <Drawer {...props} opened returnFocus={false} closeOnEscape={false} data-window />;
}
