export { createUser } from './create-user.ts';
export { getUserAccount, userNotFound } from './get-user-details.ts';
export { findUsersByUid, searchUserIds } from './users.repository.ts';
export type { UserRow } from './users.repository.ts';
export { registerUserRoutes } from './users.routes.ts';
