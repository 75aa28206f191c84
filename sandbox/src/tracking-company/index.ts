export { COMPANIES, type Company } from './companies.ts';
export { startTrackingCompany, type TrackingCompany } from './tracking-company.ts';
