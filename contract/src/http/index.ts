export { ERROR_STATUS } from './errors.ts';
export type { ErrorBody, ErrorCode } from './errors.ts';
export { DATA_AGE_HEADER, defineRoute, FRESH } from './define-route.ts';
export type {
  AnyRoute,
  HttpMethod,
  RouteAnswer,
  RouteAuth,
  RouteBody,
  RouteBodyInput,
  RouteDefinition,
  RouteLimit,
  RouteParams,
  RouteQuery,
  RouteQueryInput,
} from './define-route.ts';
export { calendarDay, DEFAULT_LIST_LIMIT, listQuery, MAX_LIST_LIMIT, MAX_SEARCH_LENGTH } from './list-query.ts';
export { ApiError, callRoute, failureOf, queryString, REQUEST_TIMEOUT_MS, routePath } from './call-route.ts';
export type { ApiClient, CallInput } from './call-route.ts';
