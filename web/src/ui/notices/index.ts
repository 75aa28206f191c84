export { NoticesMenu } from './notices-menu.tsx';
