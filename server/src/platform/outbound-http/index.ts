export { createAddressGuard } from './address-guard.ts';
export type { AddressGuard, ResolveName } from './address-guard.ts';
export { createOutboundHttp } from './outbound-http.ts';
export type {
  OutboundFailure,
  OutboundHttp,
  OutboundHttpOptions,
  OutboundRequest,
  OutboundResult,
} from './outbound-http.ts';
