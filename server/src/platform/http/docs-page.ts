import type { AnyRoute } from '@muneem/contract/http';
import { errorsOf, jsonSchema } from './describe-route.ts';
import type { PublicLink } from './http-server.ts';
import { exampleOf } from './openapi-example.ts';

const METHOD_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const FIRST_TOPIC = 'platform-api';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Renders the page of the API: the consumer app's calls and links first, then the other topics. It has no script. */
export function docsPage(routes: readonly AnyRoute[], links: readonly PublicLink[]): string {
  const others = routes.map(({ tag }) => tag).sort();
  const tags = [...new Set([FIRST_TOPIC, ...links.map(({ tag }) => tag), ...others])];
  const sections = tags.map((tag) => {
    const rows = routes
      .filter((route) => route.tag === tag)
      .sort((a, b) => a.path.localeCompare(b.path) || METHOD_ORDER.indexOf(a.method) - METHOD_ORDER.indexOf(b.method))
      .map(routeDetails);
    const open = links.filter((link) => link.tag === tag).map(linkDetails);
    return `<h2 id="${escape(tag)}">${escape(tag)}</h2>${open.join('')}${rows.join('')}`;
  });
  const topics = tags.map((tag) => `<a href="#${escape(tag)}">${escape(tag)}</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Muneem API</title><style>${STYLE}</style></head>
<body><main><h1>Muneem API</h1><p>${routes.length} routes, made from the contract. Machine-readable: <a href="/api/openapi.json">openapi.json</a>. Errors: <code>{ "success": false, "message", "code", "errors" }</code>. Decide by <code>code</code>. Every call can also fail with 500 and 503: repeat it with the same Idempotency-Key.</p><nav>${topics}</nav>${sections.join('')}</main></body></html>`;
}

const SENDS: Readonly<Record<AnyRoute['auth'], string[]>> = {
  public: [],
  key: [],
  admin: ['Authorization: Bearer <session token>'],
  platform: ['Authorization: Bearer <PLATFORM_API_KEY>'],
  'admin-or-platform': ['Authorization: Bearer <session token or PLATFORM_API_KEY>'],
};

function routeDetails(route: AnyRoute): string {
  const part = (title: string, schema: AnyRoute['params'] | undefined, io: 'input' | 'output'): string =>
    schema ? `<h3>${title}</h3><pre tabindex="0">${escape(JSON.stringify(jsonSchema(schema, io), null, 2))}</pre>` : '';
  const json = (schema: AnyRoute['params'], io: 'input' | 'output'): string =>
    escape(JSON.stringify(exampleOf(jsonSchema(schema, io)), null, 2));
  const example = ({ body, answer }: AnyRoute): string =>
    `${body ? `<h3>Example body</h3><pre tabindex="0">${json(body, 'input')}</pre>` : ''}<h3>Example answer</h3><pre tabindex="0">${json(answer, 'output')}</pre>`;
  const headers = [
    ...SENDS[route.auth],
    ...(route.idempotent ? ['Idempotency-Key: <a new text for each intent>'] : []),
    ...(route.body ? ['Content-Type: application/json'] : []),
  ];
  const send = headers.length === 0 ? '' : `<h3>Send</h3><pre tabindex="0">${escape(headers.join('\n'))}</pre>`;
  return `<details><summary><b class="${route.method}">${route.method}</b> <code>${escape(route.path)}</code> <span>${escape(route.summary)}</span> <i>${route.auth}</i></summary>${send}${example(route)}${errors(route)}${part('Path', route.params, 'input')}${part('Query', route.query, 'input')}${part('Body', route.body, 'input')}${part('Answer', route.answer, 'output')}</details>`;
}

const errors = (route: AnyRoute): string =>
  `<h3>Errors</h3><pre tabindex="0">${errorsOf(route)
    .map(([status, codes]) => `${status} ${codes.join(', ')}`)
    .join('\n')}</pre>`;

function linkDetails({ path, summary, example, query, answers }: PublicLink): string {
  const list = (entries: Readonly<Record<string, string>>): string =>
    escape(
      Object.entries(entries)
        .map((entry) => entry.join('  '))
        .join('\n'),
    );
  return `<details><summary><b class="GET">GET</b> <code>${escape(path)}</code> <span>${escape(summary)}</span> <i>public</i></summary><h3>Example</h3><pre tabindex="0">${escape(example)}</pre><h3>Query</h3><pre tabindex="0">${list(query)}</pre><h3>Answers</h3><pre tabindex="0">${list(answers)}</pre></details>`;
}

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#dee2e6,#373a40);--dim:light-dark(#5c636a,#a6a7ab)}body{margin:0;font:14px/1.5 system-ui,sans-serif;background:light-dark(#fff,#141517);color:light-dark(#16181b,#e9ecef)}main{max-width:60rem;margin:0 auto;padding:24px 16px 64px}nav{display:flex;flex-wrap:wrap;gap:4px 12px;margin:16px 0}a{color:light-dark(#1c5fb8,#74b0f4)}h1{font-size:24px}h2{font-size:16px;margin:32px 0 8px}details{border:1px solid var(--line);border-radius:6px;margin:4px 0;padding:6px 12px}summary{cursor:pointer;overflow-wrap:anywhere}summary::after{content:'';display:block;clear:both}summary b{display:inline-block;min-width:4.5em}summary span,summary i{color:var(--dim)}summary i{float:right}h3{font-size:14px;margin:12px 0 4px}pre{overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;max-height:24rem;margin:0;padding:8px;border-radius:4px;background:light-dark(#f4f5f7,#1d1f23)}`;
