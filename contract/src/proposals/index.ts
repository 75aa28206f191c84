export { NEW_ACCESS_MS, PROPOSAL_LIFE_MS } from './proposals.ts';
export type { Proposal, ProposalStatus } from './proposals.ts';
export {
  confirmProposal,
  declineProposal,
  getProposal,
  getSecondPerson,
  listProposals,
  PROPOSALS_SHOWN,
  withdrawProposal,
} from './proposals.api.ts';
