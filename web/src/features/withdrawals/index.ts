export { ReasonCell, RowActions, UserCell } from './withdrawal-columns.tsx';
export { withdrawalStatus } from './withdrawal-status.ts';
