import type { FeatureModule } from '#platform/feature-module/index.ts';
import type { NoticeSender } from '#platform/mailer/index.ts';
import { proposedMailJob } from './proposal-mail.ts';
import type { ProposalDependencies } from './propose.ts';
import { registerProposalRoutes } from './proposals.routes.ts';

export const proposalsModule = (dependencies: ProposalDependencies & NoticeSender): FeatureModule => ({
  routes: (http) => registerProposalRoutes(http, dependencies),
  jobs: [proposedMailJob(dependencies)],
});
