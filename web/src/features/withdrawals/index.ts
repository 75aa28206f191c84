export { ReasonCell, RowActions, UserCell } from './withdrawal-columns.tsx';
