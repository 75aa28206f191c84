import { DATA_AGE_HEADER, ERROR_STATUS, FRESH, type AnyRoute } from '@muneem/contract/http';
import * as z from 'zod/mini';
import { clientNetwork } from './client-address.ts';
import type { HttpServer } from './http-server.ts';

type Json = Record<string, unknown>;

const METHOD_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Serves `/api/openapi.json` and `/api/docs`, generated from the registered routes. */
export function installApiDocs(http: HttpServer): void {
  let text: string | undefined;
  let page: string | undefined;
  const config = { rateLimit: { max: 60, timeWindow: 60_000, keyGenerator: clientNetwork } };
  http.fastify.get('/api/openapi.json', { config }, async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(http.routes));
    return reply.type('application/json; charset=utf-8').send(text);
  });
  http.fastify.get('/api/docs', { config }, async (_request, reply) => {
    page ??= docsPage(http.routes);
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

/** Builds the OpenAPI 3.1 document of the given routes. */
export function openApiDocument(routes: readonly AnyRoute[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Muneem', version: '1', description: 'The back-office of a rewards platform.' },
    paths,
    components: {
      securitySchemes: {
        admin: { type: 'http', scheme: 'bearer', description: 'The session token of POST /api/auth/verify-otp.' },
        platform: { type: 'http', scheme: 'bearer', description: 'PLATFORM_API_KEY.' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['success', 'message', 'code'],
          properties: {
            success: { const: false },
            message: { type: 'string' },
            code: { enum: Object.keys(ERROR_STATUS) },
            errors: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    },
  };
}

const SECURITY: Readonly<Record<AnyRoute['auth'], Json[]>> = {
  public: [],
  key: [],
  admin: [{ admin: [] }],
  platform: [{ platform: [] }],
  'admin-or-platform': [{ admin: [] }, { platform: [] }],
};

function operation(route: AnyRoute): Json {
  const error = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  return {
    summary: route.summary,
    tags: [route.tag],
    security: SECURITY[route.auth],
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...idempotencyKey(route),
      ...freshness(route),
    ],
    ...(route.body
      ? { requestBody: { content: { 'application/json': { schema: jsonSchema(route.body, 'input') } } } }
      : {}),
    responses: {
      200: {
        description: 'Success',
        ...(route.mayLag ? { headers: { [DATA_AGE_HEADER]: DATA_AGE } } : {}),
        content: { 'application/json': { schema: jsonSchema(route.answer, 'output') } },
      },
      default: error,
    },
  };
}

const idempotencyKey = (route: AnyRoute): Json[] =>
  route.idempotent
    ? [{ name: 'Idempotency-Key', in: 'header', required: true, description: IDEMPOTENCY, schema: { type: 'string' } }]
    : [];

const IDEMPOTENCY =
  'A text of your choice, new for each intent. A retry with the same key gets the first answer and changes nothing.';

const DATA_AGE = {
  description: 'The age of the data in milliseconds. Absent if it is current.',
  schema: { type: 'integer' },
};

const freshness = (route: AnyRoute): Json[] =>
  route.mayLag
    ? [
        {
          name: 'Cache-Control',
          in: 'header',
          required: false,
          description: `Send ${FRESH} to get current data, for example after a change.`,
          schema: { const: FRESH },
        },
      ]
    : [];

function parameters(schema: AnyRoute['params'] | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: AnyRoute['answer'], io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // The format says the same in one word.
    override: ({ jsonSchema: part }) => void (part.format && delete part.pattern),
  }) as Json;
  return rest;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function docsPage(routes: readonly AnyRoute[]): string {
  const tags = [...new Set(routes.map((route) => route.tag))].sort();
  const sections = tags.map((tag) => {
    const rows = routes
      .filter((route) => route.tag === tag)
      .sort((a, b) => a.path.localeCompare(b.path) || METHOD_ORDER.indexOf(a.method) - METHOD_ORDER.indexOf(b.method))
      .map(routeDetails);
    return `<h2 id="${escape(tag)}">${escape(tag)}</h2>${rows.join('')}`;
  });
  const links = tags.map((tag) => `<a href="#${escape(tag)}">${escape(tag)}</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Muneem API</title><style>${STYLE}</style></head>
<body><main><h1>Muneem API</h1><p>${routes.length} routes, made from the contract. Machine-readable: <a href="/api/openapi.json">openapi.json</a>. Errors: <code>{ "success": false, "message", "code", "errors" }</code>.</p><nav>${links}</nav>${sections.join('')}</main></body></html>`;
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
    schema ? `<h4>${title}</h4><pre>${escape(JSON.stringify(jsonSchema(schema, io), null, 2))}</pre>` : '';
  const headers = [
    ...SENDS[route.auth],
    ...(route.idempotent ? ['Idempotency-Key: <a new text for each intent>'] : []),
    ...(route.body ? ['Content-Type: application/json'] : []),
  ];
  const send = headers.length === 0 ? '' : `<h4>Send</h4><pre>${escape(headers.join('\n'))}</pre>`;
  return `<details><summary><b class="${route.method}">${route.method}</b> <code>${escape(route.path)}</code> <span>${escape(route.summary)}</span> <i>${route.auth}</i></summary>${send}${part('Path', route.params, 'input')}${part('Query', route.query, 'input')}${part('Body', route.body, 'input')}${part('Answer', route.answer, 'output')}</details>`;
}

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#dee2e6,#373a40);--dim:light-dark(#5c636a,#a6a7ab)}body{margin:0;font:14px/1.5 system-ui,sans-serif;background:light-dark(#fff,#141517);color:light-dark(#16181b,#e9ecef)}main{max-width:60rem;margin:0 auto;padding:24px 16px 64px}nav{display:flex;flex-wrap:wrap;gap:4px 12px;margin:16px 0}a{color:light-dark(#1c5fb8,#74b0f4)}h1{font-size:24px}h2{font-size:16px;margin:32px 0 8px}details{border:1px solid var(--line);border-radius:6px;margin:4px 0;padding:6px 12px}summary{cursor:pointer;overflow-wrap:anywhere}summary b{display:inline-block;min-width:4.5em}summary span,summary i{color:var(--dim)}summary i{float:right}h4{margin:12px 0 4px}pre{overflow:auto;max-height:24rem;margin:0;padding:8px;border-radius:4px;background:light-dark(#f4f5f7,#1d1f23)}`;
