import { describe, expect, it, vi } from 'vitest';
import * as z from '#schema';
import { rights } from '../rights/index.ts';
import { ApiError, callRoute, routesOf, listQuery, queryString, routePath, type ApiClient } from './index.ts';

const defineRoute = routesOf('things');

const route = defineRoute({
  method: 'POST',
  path: '/api/things/:id/verify',
  right: rights.useAccount,
  summary: 'Verifies a thing',
  params: z.object({ id: z.string() }),
  query: z.object({ note: z.optional(z.string()) }),
  body: z.object({ approved: z.boolean() }),
  answer: z.object({ success: z.literal(true), coins: z.int() }),
});
const input = { params: { id: 'a/b ?' }, query: { note: '₹ & more' }, body: { approved: true } };

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function clientThatAnswers(respond: (sent: Sent) => Response | Promise<Response>): {
  client: ApiClient;
  sent: Sent[];
  unauthorized: string[];
} {
  const sent: Sent[] = [];
  const unauthorized: string[] = [];
  const client: ApiClient = {
    baseUrl: 'https://host.example',
    token: () => 'secret',
    onUnauthorized: (token) => void unauthorized.push(token),
    fetch: async (url, init = {}) => {
      const call = { url: String(url), init };
      sent.push(call);
      return respond(call);
    },
  };
  return { client, sent, unauthorized };
}

const failure = async (respond: () => Response | Promise<Response>): Promise<ApiError> => {
  const error: unknown = await callRoute(clientThatAnswers(respond).client, route, input).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('a route call', () => {
  // covers 000-6.3
  it('sends method, encoded path and query, the token and the body', async () => {
    const { client, sent } = clientThatAnswers(() => Response.json({ success: true, coins: 5 }));
    expect(await callRoute(client, route, { ...input, idempotencyKey: 'k1' })).toEqual({ success: true, coins: 5 });
    expect(sent[0]?.url).toBe('https://host.example/api/things/a%2Fb%20%3F/verify?note=%E2%82%B9+%26+more');
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"approved":true}',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json', 'idempotency-key': 'k1' },
    });
  });

  it('reports the message, code and field errors of the server', async () => {
    const body = {
      success: false,
      message: 'Title is required',
      code: 'validation_failed',
      errors: { title: 'Title is required' },
    };
    const error = await failure(() => Response.json(body, { status: 400 }));
    expect(error).toMatchObject({
      kind: 'http',
      status: 400,
      serverMessage: 'Title is required',
      code: 'validation_failed',
    });
    expect(error.fieldErrors).toEqual({ title: 'Title is required' });
  });

  it('has no server message when the server sent none', async () => {
    const error = await failure(() => new Response('Bad gateway', { status: 502 }));
    expect(error).toMatchObject({
      kind: 'http',
      status: 502,
      serverMessage: undefined,
      message: 'HTTP error! status: 502',
      bodyText: 'Bad gateway',
    });
  });

  it.each(['<html><h1>Bad gateway</h1></html>', '\n<!DOCTYPE html>', '<?xml version="1.0"?><Error/>'])(
    'replaces an error page with a sentence that names the status: %s',
    async (page) => {
      const error = await failure(() => new Response(page, { status: 502 }));
      expect(error).toMatchObject({ kind: 'http', status: 502, serverMessage: undefined, bodyText: undefined });
      expect(error.message).toBe('The server returned an error page (HTTP status: 502).');
    },
  );

  // covers 001-8.3
  it('keeps the first 200 characters of an unexpected answer, in one line', async () => {
    const text = `Bad   gateway\n${'x'.repeat(5_000)}`;
    const { bodyText = '' } = await failure(() => new Response(text, { status: 502 }));
    expect(bodyText).toMatch(/^Bad gateway x+$/);
    expect(bodyText).toHaveLength(200);
  });

  it('has no server message when the message is empty', async () => {
    const error = await failure(() => Response.json({ success: false, message: ' ' }, { status: 409 }));
    expect(error).toMatchObject({ kind: 'http', status: 409, serverMessage: undefined });
  });

  it('treats success: false as a refusal for any status, with or without a message', async () => {
    const error = await failure(() => Response.json({ success: false, message: 'The desk is closed' }));
    expect(error).toMatchObject({ kind: 'http', status: 200, serverMessage: 'The desk is closed' });
    expect(await failure(() => Response.json({ success: false }))).toMatchObject({
      kind: 'http',
      status: 200,
      serverMessage: undefined,
      bodyText: undefined,
      message: 'The server refused the request without a reason.',
    });
  });

  it('returns success: false of a route that may fail', async () => {
    const balance = { success: false, error: 'No balance' };
    const { client } = clientThatAnswers(() => Response.json(balance));
    expect(await callRoute(client, { ...route, mayFail: true }, input)).toEqual(balance);
  });

  // covers 000-users.10
  it.each(['not json', '<html>It works</html>', '', 'null', '"text"'])(
    'reports an answer that is no JSON object or array as a wrong format: %s',
    async (text) => {
      expect(await failure(() => new Response(text))).toMatchObject({
        kind: 'format',
        status: 200,
        serverMessage: undefined,
        bodyText: undefined,
      });
    },
  );

  // covers 000-6.13
  it('times out after the specified 30000 ms, or after the timeout of the call', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const { client } = clientThatAnswers(() => Response.json({ success: true, coins: 5 }));
    await callRoute(client, route, input);
    await callRoute(client, route, { ...input, timeoutMs: 70_000 });
    expect(timeout.mock.calls).toEqual([[30_000], [70_000]]);
  });

  it('distinguishes a network error, a timeout and a cancelled call', async () => {
    expect(await failure(() => Promise.reject(new TypeError('fetch failed')))).toMatchObject({
      kind: 'network',
      status: 0,
    });
    const hanging = clientThatAnswers(({ init }) => {
      init.signal?.throwIfAborted();
      return new Promise<Response>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    }).client;
    await expect(callRoute(hanging, route, { ...input, timeoutMs: 10 })).rejects.toMatchObject({ kind: 'timeout' });
    await expect(callRoute(hanging, route, { ...input, signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'aborted',
    });
  });

  it('reports the token that a 401 rejected', async () => {
    const { client, unauthorized } = clientThatAnswers(() =>
      Response.json({ success: false, message: 'Please sign in', code: 'unauthorized' }, { status: 401 }),
    );
    await expect(callRoute(client, route, input)).rejects.toMatchObject({ status: 401 });
    expect(unauthorized).toEqual(['secret']);
  });
});

describe('URLs', () => {
  it('leave out unset values', () => {
    expect(queryString({ page: 1, search: '', status: undefined, none: null, ids: ['a', 'b'] })).toBe(
      'page=1&ids=a%2Cb',
    );
    expect(routePath('/api/offers/:id/custom-click-params/:name', { id: 'o1', name: 'a-b_c' })).toBe(
      '/api/offers/o1/custom-click-params/a-b_c',
    );
  });
});

describe('the query of a list', () => {
  const query = z.object(listQuery(['createdAt', 'coins'], { limit: 20, maxLimit: 100 }));

  it('applies the defaults of the list', () => {
    expect(query.parse({})).toEqual({ page: 1, limit: 20, search: '', sort: 'createdAt', order: 'desc' });
    expect(query.parse({ page: '3', limit: '100', search: ' a ', sort: 'coins', order: 'asc' })).toEqual({
      page: 3,
      limit: 100,
      search: 'a',
      sort: 'coins',
      order: 'asc',
    });
  });

  // covers 000-users.8
  it('returns 100 rows by default', () => {
    expect(z.object(listQuery(['createdAt'])).parse({})).toMatchObject({ page: 1, limit: 100 });
  });

  it.each([
    { page: '0' },
    { page: '1.5' },
    { limit: '101' },
    { limit: 'x' },
    { sort: 'password' },
    { order: 'up' },
    { search: 'x'.repeat(201) },
  ])('rejects %j', (given) => {
    expect(query.safeParse(given).success).toBe(false);
  });
});
