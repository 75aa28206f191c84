export { OfferClaimsScreen } from './offer-claims-screen.tsx';
