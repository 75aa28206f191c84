import { html, page, type Html } from '../web-kit/index.ts';
import type { PostbackOutcome } from './send-postback.ts';

/** The advertiser's page that a click leads to. */
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

/** The network's own figures and its newest postbacks. */
export const overviewPage = (counts: Readonly<Record<string, number>>, outcomes: readonly PostbackOutcome[]): Html =>
  page(
    'Ad network',
    'Takes the clicks and reports what people did.',
    html`<section class="card">
        <dl class="numbers">
          ${Object.entries(counts).map(
            ([name, count]) =>
              html`<div>
                <dt>${name.replaceAll('_', ' ')}</dt>
                <dd>${count}</dd>
              </div>`,
          )}
        </dl>
      </section>
      <section class="card">
        <h2>Newest postbacks</h2>
        <div class="scroll" tabindex="0" role="region" aria-label="Newest postbacks">
          <table>
            <thead>
              <tr>
                <th>Call</th>
                <th>Status</th>
                <th>Verdict</th>
              </tr>
            </thead>
            <tbody>
              ${outcomes.map(
                (row) =>
                  html`<tr>
                    <td>${row.method} ${row.path}</td>
                    <td>${row.status}</td>
                    <td>${row.verdict.replaceAll('_', ' ')}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </section>`,
    { refreshS: 5 },
  );
