import { DATA_AGE_HEADER, ERROR_STATUS, FRESH, type AnyRoute, type ErrorCode } from '@muneem/contract/http';
import { clientNetwork } from './client-address.ts';
import { errorsOf, jsonSchema } from './describe-route.ts';
import { docsPage } from './docs-page.ts';
import type { HttpServer, PublicLink } from './http-server.ts';
import { exampleOf } from './openapi-example.ts';

type Json = Record<string, unknown>;

/** Serves `/api/openapi.json` and `/api/docs`, generated from the registered routes. */
export function installApiDocs(http: HttpServer): void {
  let text: string | undefined;
  let page: string | undefined;
  const config = { rateLimit: { max: 60, timeWindow: 60_000, keyGenerator: clientNetwork } };
  http.fastify.get('/api/openapi.json', { config }, async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(http.routes, http.links));
    return reply.type('application/json; charset=utf-8').send(text);
  });
  http.fastify.get('/api/docs', { config }, async (_request, reply) => {
    page ??= docsPage(http.routes, http.links);
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

/** Builds the OpenAPI 3.1 document of the given routes. */
export function openApiDocument(routes: readonly AnyRoute[], links: readonly PublicLink[] = []): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  for (const link of links) paths[link.path] = { get: linkOperation(link) };
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
  return {
    summary: route.summary,
    tags: [route.tag],
    security: SECURITY[route.auth],
    ...(route.right === undefined ? {} : { 'x-roles': route.right.roles }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...idempotencyKey(route),
      ...freshness(route),
    ],
    ...(route.body
      ? { requestBody: { content: { 'application/json': withExample(jsonSchema(route.body, 'input')) } } }
      : {}),
    responses: {
      200: {
        description: 'Success',
        ...(route.mayLag ? { headers: { [DATA_AGE_HEADER]: DATA_AGE } } : {}),
        content: { 'application/json': withExample(jsonSchema(route.answer, 'output')) },
      },
      ...Object.fromEntries(errorsOf(route).map(([status, codes]) => [status, refused(codes)])),
    },
  };
}

const withExample = (schema: Json): Json => ({ schema, example: exampleOf(schema) });

const refused = (codes: readonly ErrorCode[]): Json => ({
  description: codes.join(', '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const linkOperation = ({ path, tag, summary, query, answers, example }: PublicLink): Json => ({
  summary,
  description: `Example: ${example}`,
  tags: [tag],
  security: [],
  parameters: [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      schema: { type: 'string' },
    })),
  ],
  responses: Object.fromEntries(Object.entries(answers).map(([status, description]) => [status, { description }])),
});

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

function parameters(schema: AnyRoute['params'] | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}
