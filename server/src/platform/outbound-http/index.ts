export { createAddressGuard } from './address-guard.ts';
export type { ResolveName } from './address-guard.ts';
export { createOutboundHttp } from './outbound-http.ts';
export type { OutboundHttp, OutboundHttpOptions, OutboundRequest, OutboundResult } from './outbound-http.ts';
