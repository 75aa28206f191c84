export { createUser } from './create-user.ts';
export { getUserAccount, userNotFound } from './get-user-details.ts';
export { toWalletEntry } from './user.mapper.ts';
export { searchUserIds } from './user-list.repository.ts';
export { findUsersByUid } from './users.repository.ts';
export type { UserRow } from './users.repository.ts';
export { usersModule } from './users.module.ts';
