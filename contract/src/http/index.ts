export { ERROR_STATUS } from './errors.ts';
export { messageAnswer, success } from './success.ts';
export type { ErrorBody, ErrorCode } from './errors.ts';
export { DATA_AGE_HEADER, FRESH, routesOf } from './define-route.ts';
export type {
  AnyRoute,
  RouteAnswer,
  RouteBody,
  RouteBodyInput,
  RouteLimit,
  RouteParams,
  RouteQuery,
  RouteQueryInput,
} from './define-route.ts';
export { byId, optionalText, recordId, trimmed } from './fields.ts';
export { withoutDirection } from './without-direction.ts';
export {
  anchored,
  anchors,
  calendarDay,
  days,
  pageOrAllQuery,
  DEFAULT_LIST_LIMIT,
  listQuery,
  MAX_SEARCH_LENGTH,
} from './list-query.ts';
export { ApiError, callRoute, failureOf, queryString, REQUEST_TIMEOUT_MS, routePath } from './call-route.ts';
export type { ApiClient, CallInput } from './call-route.ts';
