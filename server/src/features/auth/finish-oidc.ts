import { emailField, OIDC_CONFIRMED, OIDC_OUTCOME, type OidcRefusal } from '@muneem/contract/auth';
import { hashToken, sameSecret } from '#platform/crypto/index.ts';
import { findAdminOfAccount } from './admins.repository.ts';
import type { Origin } from './auth-dependencies.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { ProviderRefusal } from './oidc-refusal.ts';
import { writeOidcRefusal } from './write-oidc-refusal.ts';

interface Return {
  /** The query of the callback, with its question mark. */
  readonly query: string;
  readonly cookie: string | undefined;
}

/** The next step of the browser: a path of the sign-in page, and its cookie. */
interface NextStep {
  readonly path: string;
  readonly cookie: string;
}

/**
 * Finishes a sign-in that this browser has started. Creates no admin. The URL gets no secret: the cookie opens the session.
 * Every refusal is audited, and the sign-in page explains it.
 */
export async function finishOidc(
  dependencies: OidcDependencies,
  { query, cookie }: Return,
  origin: Origin,
): Promise<NextStep> {
  const { identityProvider, oidcCookie, database } = dependencies;
  const started = oidcCookie.read('started', cookie);
  let email: string | undefined;
  try {
    const state = new URLSearchParams(query).get('state') ?? '';
    if (started === null || !sameSecret(state, started.checks.state))
      throw new ProviderRefusal('expired', 'this browser has not started this sign-in');
    const person = await identityProvider.signIn(query, started.checks);
    const address = emailField.safeParse(person.email);
    email = address.data;
    if (email === undefined || !person.emailVerified)
      throw new ProviderRefusal('unverified', 'the provider has not verified the email address');
    const { issuer, roles } = identityProvider;
    const { subject } = person;
    const admin = await findAdminOfAccount(database, { issuer, subject }, email);
    if (admin === null) throw new ProviderRefusal('not_invited', 'no active administrator has this email address');
    if (admin.isTaken)
      throw new ProviderRefusal('other_account', `another account has this administrator, not the subject ${subject}`);
    const decided = roles.find(({ group }) => person.groups.includes(group));
    if (roles.length > 0 && decided === undefined)
      throw new ProviderRefusal('no_role', 'none of the groups has a role');
    const { remember, next } = started;
    const confirmed = {
      adminId: admin.id,
      challengeId: `oidc_${hashToken(state)}`,
      subject,
      sid: person.sid,
      role: decided?.role ?? null,
      remember,
    };
    return { path: toSignInPage(OIDC_CONFIRMED, next), cookie: oidcCookie.write('confirmed', confirmed) };
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await writeOidcRefusal(dependencies, origin, error, email === undefined ? {} : { email });
    return { path: toSignInPage(error.reason, started?.next), cookie: oidcCookie.cleared };
  }
}

function toSignInPage(outcome: OidcRefusal | typeof OIDC_CONFIRMED, next: string | undefined): string {
  const query = new URLSearchParams({ [OIDC_OUTCOME]: outcome, ...(next === undefined ? {} : { next }) });
  return `/login?${query.toString()}`;
}
