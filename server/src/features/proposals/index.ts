export { PROPOSAL_SECRETS } from './propose.ts';
export { proposalsModule } from './proposals.module.ts';
export { resetSecondPerson } from './reset-second-person.ts';
