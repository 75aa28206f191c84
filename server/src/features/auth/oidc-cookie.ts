import { OIDC_SIGN_IN_LIFE_MS } from '@muneem/contract/auth';
import type { Role } from '@muneem/contract/rights';
import type { Platform } from '#platform/feature-module/index.ts';
import type { OidcChecks } from './identity-provider.ts';

/** The parts of a sign-in that its browser keeps, encrypted. */
interface OidcSteps {
  readonly started: {
    readonly checks: OidcChecks;
    readonly remember: boolean;
    readonly next: string | undefined;
  };
  readonly confirmed: {
    readonly adminId: string;
    /** Opens one session at most. */
    readonly challengeId: string;
    readonly subject: string;
    readonly sid: string | null;
    /** The role that the provider decides. Null: owners decide it. */
    readonly role: Role | null;
    readonly remember: boolean;
  };
}

type Step = keyof OidcSteps;

const LIFE_MS: Readonly<Record<Step, number>> = { started: OIDC_SIGN_IN_LIFE_MS, confirmed: 60_000 };
const purposeOf = (step: Step): string => `auth.oidc-${step}`;

export type OidcCookie = ReturnType<typeof createOidcCookie>;

/**
 * Binds a sign-in to one browser, over any number of servers. Under https the name's prefix keeps sibling hosts from
 * setting it. `Lax` is needed: the provider's redirect must carry it.
 */
export function createOidcCookie({
  secrets,
  clock,
  publicUrl,
}: Pick<Platform, 'secrets' | 'clock'> & { readonly publicUrl: string }) {
  const isSecure = publicUrl.startsWith('https://');
  const name = isSecure ? '__Host-muneem-oidc' : 'muneem-oidc';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    /** Returns the value of `Set-Cookie`. */
    write<S extends Step>(step: S, content: OidcSteps[S]): string {
      const expiresAtMs = clock.now().getTime() + LIFE_MS[step];
      const sealed = secrets.seal(JSON.stringify({ ...content, expiresAtMs }), purposeOf(step));
      return `${name}=${sealed}; Max-Age=${LIFE_MS[step] / 1000}; ${attributes}`;
    },
    /** @returns null for a missing, changed or expired cookie, and for one of another step */
    read<S extends Step>(step: S, header: string | undefined): OidcSteps[S] | null {
      const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`));
      const sealed = pair?.slice(pair.indexOf('=') + 1).trim() ?? '';
      try {
        const content = JSON.parse(secrets.open(sealed, purposeOf(step))) as OidcSteps[S] & { expiresAtMs: number };
        return content.expiresAtMs > clock.now().getTime() ? content : null;
      } catch {
        return null;
      }
    },
    cleared: `${name}=; Max-Age=0; ${attributes}`,
  };
}
