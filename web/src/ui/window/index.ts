export { DetailsWindow } from './details-window.tsx';
export { ModalWindow, SideWindow } from './window.tsx';
