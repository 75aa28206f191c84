import type { AdminPrincipal } from '#platform/http/index.ts';

/** An administrator who listens to a stream without a session. */
export const LISTENER: AdminPrincipal = {
  adminId: 'adm',
  email: 'listener@example.com',
  name: 'Listener',
  role: 'owner',
  sessionId: 'ses',
  expiresAt: new Date('2100-01-01T00:00:00Z'),
};
