export { CloseButton, ModalWindow, SideWindow } from './window.tsx';
