import type { Queryable } from '#platform/database/index.ts';
import { isOldestOwner } from './admins.repository.ts';
import type { AuthDependencies } from './auth-dependencies.ts';

/** Returns whether the admin may sign in with password and code. With OIDC_ONLY only the oldest active owner may. */
export const maySignInWithPassword = async (
  q: Queryable,
  { identityProvider }: Pick<AuthDependencies, 'identityProvider'>,
  adminId: string,
): Promise<boolean> => identityProvider?.only !== true || isOldestOwner(q, adminId);
