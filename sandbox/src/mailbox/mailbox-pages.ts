import { html, page, type Html } from '../web-kit/index.ts';
import type { Mail } from './mail.ts';

const REFRESH_S = 3;
const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', timeZone: 'Asia/Kolkata' });

export function mailboxPage(mails: readonly Mail[]): Html {
  const empty = html`<section class="card">
    <h2>No mail yet</h2>
    <p class="dim">Sign in with email and password; the one-time code appears here within a moment.</p>
  </section>`;
  return page(
    'Mailbox',
    `Every mail that the product sends ends here. The page renews itself every ${REFRESH_S} seconds.`,
    mails.length === 0 ? empty : html`${mails.map((mail, index) => mailCard(mail, index === 0))}`,
    { refreshS: REFRESH_S },
  );
}

function mailCard(mail: Mail, newest: boolean): Html {
  return html`<article class="card">
    <div class="row">
      <h2><a href="/mails/${mail.id}">${mail.subject}</a></h2>
      <small>${time.format(mail.receivedAt)} IST${newest ? ' · newest' : ''}</small>
    </div>
    <p class="dim">To ${mail.to.join(', ')}</p>
    ${mail.code === undefined ? '' : html`<p class="code" aria-label="One-time code">${mail.code}</p>`}
    ${mail.code === undefined && mail.link !== undefined ? html`<p><a href="${mail.link}">${mail.link}</a></p>` : ''}
  </article>`;
}

export function mailPage(mail: Mail): Html {
  return page(
    mail.subject,
    html`From ${mail.from} to ${mail.to.join(', ')} · ${time.format(mail.receivedAt)} IST · <a href="/">all mails</a>`,
    html`${mail.code === undefined ? '' : html`<section class="card"><p class="code" aria-label="One-time code">${mail.code}</p></section>`}
      ${
        mail.html === ''
          ? ''
          : html`<section class="card">
              <h2>As HTML</h2>
              <iframe sandbox="allow-popups" src="/html/${mail.id}" title="The mail as HTML"></iframe>
            </section>`
      }
      <section class="card">
        <h2>As text</h2>
        <pre>${mail.text}</pre>
      </section>`,
  );
}
