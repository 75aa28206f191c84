export { useDecisions } from './use-decisions.ts';
export { RowActions, UserCell } from './withdrawal-columns.tsx';
export { WithdrawalsScreen } from './withdrawals-screen.tsx';
export { askFirst } from './withdrawals.queries.ts';
