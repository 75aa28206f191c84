export { DragHandle, ReorderStatus } from './drag-handle.tsx';
export { useReorder } from './use-reorder.ts';
export type { Reorder } from './use-reorder.ts';
