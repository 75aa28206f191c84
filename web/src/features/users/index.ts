export { askFirst } from './users.queries.ts';
export { UsersScreen } from './users-screen.tsx';
