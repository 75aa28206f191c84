import { html, numbersCard, page, tableCard, type Html } from '../web-kit/index.ts';
import type { PostbackOutcome } from './send-postback.ts';

export const landingPage = (title: string, clickId: string): Html =>
  page(
    title,
    'This is the advertiser’s page in the sandbox.',
    html`<section class="card">
      <h2>Welcome</h2>
      <p>You have arrived from your rewards app. Do what the offer asks for, and the coins follow.</p>
      <p class="dim">Click ${clickId}</p>
    </section>`,
  );

export const overviewPage = (counts: Readonly<Record<string, number>>, outcomes: readonly PostbackOutcome[]): Html =>
  page(
    'Ad network',
    'Takes the clicks and reports what people did.',
    html`${numbersCard(counts)}${tableCard(
      'Newest postbacks',
      ['Call', 'Status', 'Verdict'],
      outcomes.map(({ method, path, status, verdict }) => [`${method} ${path}`, status, verdict.replaceAll('_', ' ')]),
    )}`,
    { refreshS: 5 },
  );
