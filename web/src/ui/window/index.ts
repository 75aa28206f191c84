export { ModalWindow, SideWindow } from './window.tsx';
