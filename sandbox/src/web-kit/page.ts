/** Escaped text, safe to put into a page. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

/** HTML template tag: escapes every value that is not `Html`, and joins lists. */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  return new Html(parts.map((part, index) => part + (index < values.length ? asText(values[index]) : '')).join(''));
}

function asText(value: unknown): string {
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(asText).join('');
  return value === undefined || value === null || value === false ? '' : escapeHtml(String(value));
}

const STYLE = `
:root { color-scheme: light dark; --paper: #f6f7f9; --card: #fff; --ink: #1a1d21; --dim: #565d66; --line: #dfe3e8;
  --accent: #0b5cad; --good: #1a7431; --bad: #b3261e; --warm: #8a5300; --soft: #eef2f7; }
@media (prefers-color-scheme: dark) { :root { --paper: #131518; --card: #1c1f24; --ink: #eceef1; --dim: #a4acb6; --line: #31363d;
  --accent: #7db7f5; --good: #74d68c; --bad: #ff8a80; --warm: #f0bc6c; --soft: #24282e; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif; }
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
header { padding-top: 2rem; padding-bottom: 0; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { margin: .25rem 0 .75rem; } .dim, small { color: var(--dim); }
a { color: var(--accent); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin-bottom: 1rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; justify-content: space-between; }
.code { font: 600 2rem/1.2 ui-monospace, monospace; letter-spacing: .25em; color: var(--accent); user-select: all; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; margin: 0; }
.numbers dt { color: var(--dim); font-size: .85rem; } .numbers dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
td { font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: .85rem/1.5 ui-monospace, monospace; }
button, select, input { font: inherit; color: inherit; padding: .35rem .75rem; border-radius: 6px; border: 1px solid var(--line); background: var(--soft); }
button { cursor: pointer; } button:focus-visible, a:focus-visible, select:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0; } label { display: grid; gap: .2rem; font-size: .85rem; color: var(--dim); }
.good { color: var(--good); } .bad { color: var(--bad); } .warm { color: var(--warm); }
iframe { width: 100%; height: 28rem; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
`;

/** Updates the page without a reload. Scroll position, selection and a screen reader's cursor stay. */
const renewEvery = (seconds: number): Html =>
  new Html(`<script>
setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
  const shown = document.querySelector('main');
  if (fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes);
}, ${seconds * 1000});
</script>`);

/** Renders a whole page. With `refreshS` it updates itself. */
export function page(title: string, intro: Html | string, body: Html, { refreshS }: { refreshS?: number } = {}): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p class="dim">${intro}</p>
        </header>
        <main>${body}</main>
        ${refreshS === undefined ? '' : renewEvery(refreshS)}
      </body>
    </html>`;
}

export const numbersCard = (numbers: Readonly<Record<string, unknown>>): Html =>
  html`<section class="card">
    <dl class="numbers">
      ${Object.entries(numbers).map(
        ([name, value]) =>
          html`<div>
            <dt>${name.replaceAll('_', ' ')}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`;

export const tableCard = (
  title: string,
  headings: readonly string[],
  rows: readonly (readonly unknown[])[],
  empty?: string,
): Html =>
  html`<section class="card">
    <h2>${title}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${headings.map((heading) => html`<th>${heading}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${rows.length === 0 && empty ? html`<p class="dim">${empty}</p>` : ''}
  </section>`;
