import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/test-app.ts';

test('answers with the request id of the log', async () => {
  const lines: { reqId?: string; msg: string }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const app = await createTestApp({}, { logger });
  // An id of the caller is not used: it could be anything.
  const headers = { 'x-request-id': 'forged', origin: 'https://admin.example.com' };
  for (const url of ['/api/users', '/api/nothing', '/healthz', '/api/platform/users/x']) {
    const answer = await app.call('GET', url, undefined, { headers });
    const id = answer.headers['x-request-id'];
    expect(id, url).toMatch(/^[0-9a-f-]{36}$/);
    if (url !== '/healthz')
      expect(lines.filter(({ reqId }) => reqId === id).map(({ msg }) => msg)).toContain('request');
  }
});
