import {
  CUSTOM_POSTBACK_LIMITS,
  fillJson,
  fillUrl,
  type AttemptError,
  type MacroValues,
  type PostbackMethod,
} from '@muneem/contract/custom-postbacks';
import type { OutboundHttp, OutboundRequest, OutboundResult } from '#platform/outbound-http/index.ts';
import { authenticationHeaders, type Authentication } from './authentication.ts';
import { readRetryAfter } from './retry-delay.ts';

interface TargetCall {
  readonly postbackUrl: string;
  readonly httpMethod: PostbackMethod;
  readonly bodyTemplate: string;
  readonly authentication: Authentication;
  readonly timeoutMs: number;
  readonly macros: MacroValues;
  /** Lets the receiver deduplicate retries. */
  readonly deliveryId: string;
}

export interface TargetAnswer {
  readonly url: string;
  readonly success: boolean;
  readonly status: number | null;
  readonly ms: number;
  readonly error: AttemptError | null;
  /** The error of the network or the guard. Null if the status suffices. */
  readonly detail: string | null;
  /** The first 2 KB of the answer. */
  readonly response: string;
  /** Requested wait before the next attempt, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** The target itself fails: no answer, 5xx or 429. Other errors, such as 404, concern only this postback. */
  readonly targetFailed: boolean;
}

const NO_ANSWER = { success: false, status: null, response: '', retryAfterMs: null } as const;

/** The answer if nothing was sent, because the stored secret cannot be decrypted. */
export const unreadableSecret = (url: string): TargetAnswer => ({
  ...NO_ANSWER,
  url,
  ms: 0,
  error: 'secret_unreadable',
  detail: null,
  targetFailed: false,
});

const USER_AGENT = 'Muneem-Postback/1';
const GONE = 410;

/** Makes one guarded call. Never rejects. */
export async function callTarget(http: OutboundHttp, call: TargetCall, now: Date): Promise<TargetAnswer> {
  const url = fillUrl(call.postbackUrl, call.macros);
  return readAnswer(url, await http.send(requestOf(url, call)), now);
}

function requestOf(url: string, call: TargetCall): OutboundRequest {
  const body = call.httpMethod === 'POST' ? fillJson(call.bodyTemplate, call.macros) : '';
  return {
    url,
    method: call.httpMethod,
    headers: {
      'user-agent': USER_AGENT,
      'x-muneem-delivery': call.deliveryId,
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      ...authenticationHeaders(call.authentication),
    },
    // A POST without a body needs `content-length: 0`.
    ...(call.httpMethod === 'POST' ? { body } : {}),
    timeoutMs: call.timeoutMs,
    maxBodyBytes: CUSTOM_POSTBACK_LIMITS.responseBytes,
  };
}

function readAnswer(url: string, result: OutboundResult, now: Date): TargetAnswer {
  if (result.kind !== 'answer') {
    const targetFailed = result.reason === 'timeout' || result.reason === 'connection';
    return { ...NO_ANSWER, url, ms: result.ms, error: result.reason, detail: result.message, targetFailed };
  }
  const { status, ms } = result;
  const success = status >= 200 && status < 300;
  return {
    url,
    success,
    status,
    ms,
    error: success ? null : errorOf(status),
    detail: null,
    response: readable(result.body),
    retryAfterMs: success ? null : readRetryAfter(result.headers['retry-after'], now),
    targetFailed: status >= 500 || status === 429,
  };
}

function errorOf(status: number): AttemptError {
  if (status === GONE) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'http_error';
}

/** Shows NUL, which PostgreSQL cannot store. Drops a character that the size limit cut. */
const readable = (text: string): string => text.replaceAll('\0', '\u{FFFD}').replace(/\u{FFFD}$/u, '');

const SENTENCES: Readonly<Record<AttemptError, string>> = {
  http_error: 'The company answered with an error.',
  gone: 'The company answered 410: this URL no longer exists.',
  redirect: 'The company answered with a redirect; redirects are not followed.',
  timeout: 'The call timed out.',
  connection: 'The connection failed.',
  address_refused: "The company's IP address is not allowed.",
  bad_url: 'This is not a valid URL.',
  secret_unreadable: 'The stored secret cannot be decrypted with this APP_SECRET. Enter it again.',
};

export function describeFailure({ error, status, detail }: TargetAnswer): string | null {
  if (error === null) return null;
  return [SENTENCES[error], status === null ? '' : `HTTP ${status}.`, detail === null ? '' : `(${detail})`]
    .filter((part) => part !== '')
    .join(' ');
}
