export { SetUpList } from './set-up-list.tsx';
