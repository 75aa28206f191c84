export type { ProviderFault } from './faults.ts';
export { SANDBOX_CLIENT, startIdentityProvider, type IdentityProvider } from './identity-provider.ts';
