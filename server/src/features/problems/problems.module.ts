import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { JobDefinition } from '#platform/jobs/index.ts';
import { ANSWER_MAIL_JOB, mailAnswer, type AnswerMailData } from './mail-answer.ts';
import { registerProblemRoutes } from './problems.routes.ts';

export function problemsModule(product: Platform & { readonly systemName: () => string }): FeatureModule {
  const mailJob: JobDefinition<AnswerMailData> = {
    name: ANSWER_MAIL_JOB,
    handle: (data) => mailAnswer(product, data),
    // About half a day of retries with exponential backoff.
    retryLimit: 10,
    retryDelayS: 30,
  };
  return { routes: (http) => registerProblemRoutes(http, product), jobs: [mailJob] };
}
