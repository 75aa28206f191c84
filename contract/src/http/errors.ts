/**
 * Every error code of the server, with its HTTP status. `ErrorCode` is derived from this object, so each code has a
 * status.
 */
export const ERROR_STATUS = {
  /** Nothing was done: the call waits until a second person confirms it. */
  second_person: 202,
  bad_request: 400,
  validation_failed: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  invalid_otp: 400,
  invalid_reset_link: 400,
  invalid_invitation: 400,
  forbidden: 403,
  ip_not_allowed: 403,
  not_found: 404,
  offer_not_found: 404,
  user_not_found: 404,
  click_unknown: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  wrong_state: 409,
  insufficient_coins: 409,
  idempotency_in_progress: 409,
  version_conflict: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  event_unknown: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  mail_unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every error. `errors` maps a field's path (`steps.0.title`) to its message. */
export interface ErrorBody {
  success: false;
  message: string;
  code: ErrorCode;
  errors?: Record<string, string>;
}
