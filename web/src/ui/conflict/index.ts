export { confirmOverwrite } from './confirm-overwrite.tsx';
export type { Difference } from './confirm-overwrite.tsx';
