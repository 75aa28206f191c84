import { getLive, LIVE_BEAT_MS, type LiveMessage } from '@muneem/contract/live';
import { ApiError } from '@muneem/contract/http';
import { useEffect } from 'react';
import { apiStream } from '#lib/api.ts';
import { roleNow } from '#lib/may.ts';
import { rememberSystemName } from '#lib/system-name.ts';
import { sessionStore } from '../session/session-store.ts';
import { createRefresh } from './create-refresh.ts';
import { eventData } from './event-blocks.ts';
import { setLiveState } from './live-state.ts';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/** Follows the changes of other administrators and networks while the shell is mounted. */
export function useLive(): void {
  useEffect(() => {
    const controller = new AbortController();
    void followChanges(controller.signal);
    return () => {
      controller.abort();
      setLiveState(undefined);
    };
  }, []);
}

/** Listens for changes until `signal` aborts. Reconnects automatically. */
async function followChanges(signal: AbortSignal): Promise<void> {
  const refresh = createRefresh(signal);
  let pauseMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    try {
      for await (const data of listen(signal)) {
        const { topics, systemName, ...state } = JSON.parse(data) as LiveMessage;
        setLiveState(state);
        if (state.role !== roleNow()) void sessionStore.recheck();
        if (systemName !== undefined) rememberSystemName(systemName);
        refresh(topics);
        pauseMs = FIRST_RETRY_MS;
      }
    } catch (error) {
      // The session watcher signs the user out. This loop only stops listening.
      if (error instanceof ApiError && error.status === 401) return;
    }
    await pause(pauseMs * (0.5 + Math.random()), signal);
    pauseMs = Math.min(LAST_RETRY_MS, pauseMs * 2);
  }
}

/** Yields the events of one connection. A connection that misses two heartbeats counts as broken. */
async function* listen(signal: AbortSignal): AsyncGenerator<string> {
  const connection = new AbortController();
  const abort = (): void => connection.abort();
  signal.addEventListener('abort', abort);
  try {
    const response = await apiStream(getLive, undefined, connection.signal);
    if (response.body === null) return;
    yield* eventData(chunksOf(response.body, abort));
  } finally {
    signal.removeEventListener('abort', abort);
    connection.abort();
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>, onSilence: () => void): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  for (;;) {
    const silence = setTimeout(onSilence, 2.5 * LIVE_BEAT_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    yield value;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
