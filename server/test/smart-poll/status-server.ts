import type { ServerResponse } from 'node:http';
import { startSite } from '@muneem/sandbox/web-kit';
import { atTheEnd } from '#test/at-the-end.ts';

export interface StatusReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is; anything else as JSON. */
  readonly body?: unknown;
}

/** The network's status URL, with answers that a test sets. */
export async function startStatusServer() {
  const replies = new Map<string, StatusReply | 'hang'>();
  const asked: string[] = [];
  let open = 0;
  let mostOpen = 0;
  let held: (() => void)[] | undefined;

  const answer = (response: ServerResponse, reply: StatusReply): void => {
    const { status = 200, headers = {}, body = { events: [] } } = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const { url, close } = await startSite({
    'GET /*': ({ query, raw }) => {
      const clickId = query.get('click') ?? '';
      asked.push(clickId);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      raw.on('close', () => (open -= 1));
      const reply = replies.get(clickId) ?? {};
      if (reply !== 'hang' && held) held.push(() => answer(raw, reply));
      else if (reply !== 'hang') answer(raw, reply);
      return { handled: true };
    },
  });
  return {
    url,
    pollUrl: `${url}/status?click={click_id}`,
    /** The polled click ids, in order. */
    asked,
    /** The most calls that were open at the same time. */
    mostOpen: () => mostOpen,
    /** Sets the answer for a click. `hang` never answers. */
    says: (clickId: string, reply: StatusReply | 'hang') => void replies.set(clickId, reply),
    /** Delays every answer until `letGo` is called. */
    hold() {
      held = [];
      return {
        waiting: () => held?.length ?? 0,
        letGo() {
          const waiting = held ?? [];
          held = undefined;
          for (const each of waiting) each();
        },
      };
    },
    close: atTheEnd(close),
  };
}
