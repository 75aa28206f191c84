export { RowActions, UserCell } from './withdrawal-columns.tsx';
