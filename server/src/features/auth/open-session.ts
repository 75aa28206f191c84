import { REMEMBERED_SESSION_LIFE_MS, SESSION_LIFE_MS, type AdminView } from '@muneem/contract/auth';
import type { Role } from '@muneem/contract/rights';
import { writeAudit } from '#platform/audit-log/index.ts';
import { hashToken, newToken } from '#platform/crypto/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import type { Origin } from './auth-dependencies.ts';
import { insertSession } from './sessions.repository.ts';

export interface OpenedSession {
  readonly token: string;
  readonly admin: AdminView;
  readonly expiresAt: Date;
}

interface SignIn {
  readonly adminId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Opens one session at most. */
  readonly challengeId: string;
  readonly factor: 'email' | 'authenticator' | 'recovery_code' | 'identity_provider';
  readonly remember: boolean;
  /** The provider's names of this sign-in, for a back-channel logout. */
  readonly provider?: { readonly issuer: string; readonly subject: string; readonly sid: string | null };
}

/** Opens the session of a finished sign-in, and audits it. */
export async function openSession(
  tx: Tx,
  { adminId, email, name, role, challengeId, factor, remember, provider }: SignIn,
  { actor, ip, userAgent }: Origin,
  now: Date,
): Promise<OpenedSession> {
  const token = newToken();
  const id = newId('ses', now);
  const expiresAt = new Date(now.getTime() + (remember ? REMEMBERED_SESSION_LIFE_MS : SESSION_LIFE_MS));
  const device = userAgent ?? null;
  await insertSession(tx, {
    id,
    tokenHash: hashToken(token),
    adminId,
    challengeId,
    remembered: remember,
    now,
    expiresAt,
    ip,
    userAgent: device,
    provider: { subject: provider?.subject ?? null, sid: provider?.sid ?? null },
  });
  await writeAudit(tx, { ...actor, kind: 'admin', id: adminId, name }, 'auth.sign_in', ['session', id], {
    after: {
      remembered: remember,
      factor,
      userAgent: device,
      ...(provider === undefined ? {} : { issuer: provider.issuer, subject: provider.subject }),
    },
  });
  return { token, admin: { id: adminId, email, name, role }, expiresAt };
}
