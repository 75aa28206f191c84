import { html, page, type Html } from '../web-kit/index.ts';
import type { Book, BookSummary, Transfer } from './book.ts';
import { CALLS, FAULTS, type FaultRule } from './faults.ts';

const SHOWN = 50;
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const tone = { SUCCESS: 'good', PENDING: 'warm', FAILED: 'bad' } as const;

/** The provider's back-office page: its book, and switches for faults. */
export function controlPage(book: Book, rules: readonly FaultRule[]): Html {
  return page(
    'Payout provider',
    'Speaks the Bulkpe API and keeps its own book. Nothing here moves real money.',
    html`${numbersCard(book.summary())}${faultsCard(rules)}${transfersCard(book.list().slice(0, SHOWN))}`,
  );
}

function numbersCard(sums: BookSummary): Html {
  const numbers: readonly (readonly [string, unknown])[] = [
    ['Balance', rupees.format(sums.balancePaise / 100)],
    ['Paid', `${sums.paid} · ${rupees.format(sums.paidPaise / 100)}`],
    ['Pending', sums.pending],
    ['Failed', sums.failed],
    ['Repeats refused', sums.refusedDuplicates],
    ['Double payouts', sums.doublePayouts],
  ];
  return html`<section class="card">
    <dl class="numbers">
      ${numbers.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

function faultsCard(rules: readonly FaultRule[]): Html {
  return html`<section class="card">
    <h2>What goes wrong</h2>
    ${
      rules.length === 0
        ? html`<p class="dim">Nothing: every payout succeeds.</p>`
        : html`<ul>
            ${rules.map((rule) => html`<li>${describeRule(rule)}</li>`)}
          </ul>`
    }
    <form method="post" action="/sandbox/faults/form">
      <label
        >Fault<select name="fault">
          <option value="">nothing</option>
          ${Object.entries(FAULTS).map(([fault, text]) => html`<option value="${fault}">${fault.replaceAll('_', ' ')}: ${text}</option>`)}
        </select></label
      >
      <label
        >Call<select name="call">
          ${CALLS.map((call) => html`<option>${call}</option>`)}
          <option>any</option>
        </select></label
      >
      <label>Times (empty: always)<input name="times" inputmode="numeric" size="6" /></label>
      <button>Set</button>
    </form>
  </section>`;
}

function transfersCard(rows: readonly Transfer[]): Html {
  return html`<section class="card">
    <h2>Newest transfers</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Newest transfers">
      <table>
        <thead>
          <tr>
            <th>Time</th>
            <th>Reference</th>
            <th>To</th>
            <th class="number">Amount</th>
            <th>Status</th>
            <th>UTR</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                <td>${row.createdAt.slice(11, 19)}</td>
                <td>${row.reference}</td>
                <td>${row.beneficiary}</td>
                <td class="number">${rupees.format(row.amountPaise / 100)}</td>
                <td class="${tone[row.status]}">${row.status}</td>
                <td>${row.utr}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${rows.length === 0 ? html`<p class="dim">No transfer yet.</p>` : ''}
  </section>`;
}

function describeRule({ fault, call = 'initiatepayout', times, share }: FaultRule): string {
  const often = times === undefined ? '' : ` (${times} left)`;
  return `${call}: ${FAULTS[fault]}${share === undefined ? '' : `, ${Math.round(share * 100)} % of the calls`}${often}`;
}
