import { Button, Drawer, Modal, type ButtonProps, type DrawerProps, type ModalProps } from '@mantine/core';
import { useOpenWindow } from './open-windows.ts';

type ManagedProps = 'opened' | 'returnFocus' | 'closeOnEscape' | 'withCloseButton';

interface ModalWindowProps extends Omit<ModalProps, ManagedProps> {
  /** Escape and the cross do not close it. */
  readonly isLocked?: boolean;
}

/** A centred window, open while mounted. Escape closes the topmost window. The focus returns to where it was. */
export function ModalWindow({ isLocked = false, ...props }: ModalWindowProps) {
  useOpenWindow(isLocked ? undefined : props.onClose);
  return <Modal {...props} withCloseButton={!isLocked} opened returnFocus={false} closeOnEscape={false} data-window />;
}

/** A window at the side of the screen. Otherwise like `ModalWindow`. */
export function SideWindow(props: Omit<DrawerProps, ManagedProps>) {
  useOpenWindow(props.onClose);
  return <Drawer {...props} opened returnFocus={false} closeOnEscape={false} data-window />;
}

export const CloseButton = (props: ButtonProps & { readonly onClick: () => void }) => (
  <Button variant="default" {...props}>
    Close
  </Button>
);
