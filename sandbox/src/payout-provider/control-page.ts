import { html, numbersCard, page, tableCard, type Html } from '../web-kit/index.ts';
import type { Book } from './book.ts';
import { CALLS, FAULTS, type FaultRule } from './faults.ts';

const SHOWN = 50;
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const tone = { SUCCESS: 'good', PENDING: 'warm', FAILED: 'bad' } as const;

/** The provider's back-office page: its book, and switches for faults. */
export function controlPage(book: Book, rules: readonly FaultRule[]): Html {
  const sums = book.summary();
  const rows = book.list().slice(0, SHOWN);
  return page(
    'Payout provider',
    'Speaks the Bulkpe API and keeps its own book. Nothing here moves real money.',
    html`${numbersCard({
      Balance: rupees.format(sums.balancePaise / 100),
      Paid: `${sums.paid} · ${rupees.format(sums.paidPaise / 100)}`,
      Pending: sums.pending,
      Failed: sums.failed,
      'Repeats refused': sums.refusedDuplicates,
      'Double payouts': sums.doublePayouts,
    })}${faultsCard(rules)}${tableCard(
      'Newest transfers',
      ['Time', 'Reference', 'To', 'Amount', 'Status', 'UTR'],
      rows.map((row) => [
        row.createdAt.slice(11, 19),
        row.reference,
        row.beneficiary,
        rupees.format(row.amountPaise / 100),
        html`<span class="${tone[row.status]}">${row.status}</span>`,
        row.utr,
      ]),
      'No transfer yet.',
    )}`,
  );
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

function describeRule({ fault, call = 'initiatepayout', times, share }: FaultRule): string {
  const often = times === undefined ? '' : ` (${times} left)`;
  return `${call}: ${FAULTS[fault]}${share === undefined ? '' : `, ${Math.round(share * 100)} % of the calls`}${often}`;
}
