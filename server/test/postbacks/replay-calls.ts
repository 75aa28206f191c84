import { expect } from 'vitest';
import type { RouteAnswer } from '@muneem/contract/http';
import type { LoggedPostback, previewReplay, replayPostbacks } from '@muneem/contract/postbacks';
import type { TestApp } from '#test/test-app.ts';

type Preview = RouteAnswer<typeof previewReplay>;
export type Done = RouteAnswer<typeof replayPostbacks>;

export type ReplayCalls = ReturnType<typeof replayCalls>;

/** The replay calls of an admin over HTTP. */
export function replayCalls({ call, must }: Pick<TestApp, 'call' | 'must'>, caller?: Parameters<TestApp['call']>[3]) {
  const log = async (query: Record<string, string>): Promise<LoggedPostback[]> => {
    const url = `/api/inbound-postbacks?${new URLSearchParams(query).toString()}`;
    return (await must<{ postbacks: LoggedPostback[] }>('GET', url, undefined, caller)).postbacks;
  };
  return {
    log,
    preview: (payload: object) => must<Preview>('POST', '/api/inbound-postbacks/replay-preview', payload, caller),
    commit: ({ items, digest }: Preview) =>
      call<Done>('POST', '/api/inbound-postbacks/replay', { ids: items.map(({ _id }) => _id), digest }, caller),
    /** Waits until the log has `count` entries. */
    async logged(query: Record<string, string>, count: number): Promise<LoggedPostback[]> {
      await expect.poll(async () => (await log(query)).length, { timeout: 10_000 }).toBe(count);
      return log(query);
    },
  };
}
