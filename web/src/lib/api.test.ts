import { listAuditChoices } from '@muneem/contract/audit';
import { endOtherSessions } from '@muneem/contract/account';
import { FRESH } from '@muneem/contract/http';
import { expect, it, vi } from 'vitest';
import { api, connectApi } from './api.ts';

it('asks for current data for 30 s after a change, because a replica may not have it yet', async () => {
  vi.useFakeTimers();
  const asked: (string | null)[] = [];
  connectApi({
    host: '',
    token: () => 'token',
    fetch: (_url, init) => {
      asked.push(new Headers(init?.headers).get('cache-control'));
      return Promise.resolve(Response.json({ success: true, actors: [], actions: [], ended: 0 }));
    },
  });
  const read = () => api(listAuditChoices, {});
  await read();
  await api(endOtherSessions, {}).catch(() => undefined);
  await read();
  vi.advanceTimersByTime(30_000);
  await read();
  vi.useRealTimers();
  expect(asked).toEqual([null, null, FRESH, null]);
});
