export { ConflictTable } from './conflict-table.tsx';
export type { Difference } from './conflict-table.tsx';
