import type { Origin } from './auth-dependencies.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import type { ProviderRefusal } from './oidc-refusal.ts';

/** Audits a refused sign-in by the identity provider. @param whom the address and, if known, its admin */
export const writeOidcRefusal = (
  { publicAudit, logger }: Pick<OidcDependencies, 'publicAudit' | 'logger'>,
  { actor, userAgent }: Origin,
  { reason, message }: ProviderRefusal,
  { email = 'unknown', adminId }: { readonly email?: string; readonly adminId?: string } = {},
): Promise<void> => {
  // The operator can mend these.
  if (reason === 'unreachable' || reason === 'refused' || reason === 'clock')
    logger.warn({ reason, detail: message }, 'the identity provider did not sign a person in');
  return publicAudit.transaction((_tx, write) =>
    write(adminId, { actor, email }, 'auth.sign_in_failed', { step: 'provider', reason, detail: message, userAgent }),
  );
};
