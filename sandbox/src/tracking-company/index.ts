export { startTrackingCompany, type TrackingCompany } from './tracking-company.ts';
