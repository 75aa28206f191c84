import { html, page, type Html } from '../web-kit/index.ts';
import { PROVIDER_FAULTS, type ProviderFault } from './faults.ts';
import { PEOPLE } from './people.ts';

const INTRO = 'A real OpenID Connect provider (oidc-provider) with a few invented people. It asks for no password.';

export const peoplePage = (uid: string): Html =>
  page(
    'Sign in to the company',
    INTRO,
    html`<form method="post" action="/sign-in/${uid}" class="card">
      ${PEOPLE.map(({ id, name }) => html`<button name="person" value="${id}">${name}</button>`)}
    </form>`,
  );

/** The provider's back office: its people, and switches for faults. */
export const providerPage = (fault: ProviderFault | undefined): Html =>
  page(
    'Identity provider',
    INTRO,
    html`<section class="card">
        <h2>What goes wrong</h2>
        <p>${fault === undefined ? 'Nothing: the provider works.' : PROVIDER_FAULTS[fault]}</p>
        <form method="post" action="/sandbox/fault">
          <label
            >Fault<select name="fault">
              <option value="">nothing</option>
              ${Object.entries(PROVIDER_FAULTS).map(([code, text]) => html`<option value="${code}">${text}</option>`)}
            </select></label
          ><button>Set</button>
        </form>
      </section>
      <section class="card">
        <h2>Keys</h2>
        <form method="post" action="/sandbox/rotate-keys"><button>Sign with a new key from now on</button></form>
      </section>
      <section class="card">
        <h2>People</h2>
        ${PEOPLE.map(
          ({ id, name, email, emailVerified, groups }) =>
            html`<form method="post" action="/sandbox/sign-out" class="row">
              <span>${name} · ${email}${emailVerified ? '' : ' (not verified)'} · ${groups.join(', ')}</span>
              <button name="person" value="${id}">Sign out everywhere</button>
            </form>`,
        )}
      </section>`,
  );
