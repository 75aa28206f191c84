export { useDecisions } from './use-decisions.ts';
export { RowActions, UserCell } from './withdrawal-columns.tsx';
