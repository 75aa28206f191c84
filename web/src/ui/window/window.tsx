import { Button, Drawer, Modal, type ButtonProps, type DrawerProps, type ModalProps } from '@mantine/core';
import { useOpenWindow } from './open-windows.ts';

type ManagedProps = 'opened' | 'returnFocus';

/** A centred window, open while mounted. Escape closes the topmost window. The focus returns to where it was. */
export function ModalWindow({ closeOnEscape = true, ...props }: Omit<ModalProps, ManagedProps>) {
  useOpenWindow(closeOnEscape ? props.onClose : undefined);
  return <Modal {...props} opened returnFocus={false} closeOnEscape={false} data-window />;
}

/** A window at the side of the screen. Otherwise like `ModalWindow`. */
export function SideWindow({ closeOnEscape = true, ...props }: Omit<DrawerProps, ManagedProps>) {
  useOpenWindow(closeOnEscape ? props.onClose : undefined);
  return <Drawer {...props} opened returnFocus={false} closeOnEscape={false} data-window />;
}

/** The button at the foot of a window. */
export const CloseButton = (props: ButtonProps & { readonly onClick: () => void }) => (
  <Button variant="default" {...props}>
    Close
  </Button>
);
