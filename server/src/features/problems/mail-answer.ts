import type { ProblemStatus } from '@muneem/contract/problems';
import type { Database } from '#platform/database/index.ts';
import { renderMail, type Mail, type Mailer } from '#platform/mailer/index.ts';
import { findProblem, type ProblemRow } from './problems.repository.ts';

export const ANSWER_MAIL_JOB = 'mail-problem-answer';

export interface AnswerMailData {
  readonly problemId: string;
  readonly answer: string;
}

interface MailAnswerDependencies {
  readonly database: Database;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly systemName: () => string;
}

/**
 * Mails an answer. No-op if the problem, the user or their email address is gone.
 * @throws AppError `mail_unavailable`: the job retries
 */
export async function mailAnswer(
  { database, mailer, systemName }: MailAnswerDependencies,
  { problemId, answer }: AnswerMailData,
): Promise<void> {
  const problem = await findProblem(database, problemId);
  const to = problem === null ? null : addressOf(problem);
  if (problem !== null && to !== null) await mailer.send(answerMail(problem, { to, answer, systemName: systemName() }));
}

/** Returns the user's email address. Null for a deleted user. */
export const addressOf = ({ userEmail, userDeleted }: ProblemRow): string | null => (userDeleted ? null : userEmail);

const STATUS_LINES: Readonly<Record<ProblemStatus, string>> = {
  open: 'Your problem is still open.',
  in_progress: 'We are working on it.',
  resolved: 'We consider your problem solved.',
  closed: 'This problem is closed.',
};

function answerMail(
  { title, status }: ProblemRow,
  { to, answer, systemName }: { to: string; answer: string; systemName: string },
): Mail {
  return renderMail({
    to,
    systemName,
    subject: `Our answer to your problem: ${title}`,
    heading: 'We have answered your problem',
    paragraphs: [`You reported: ${title}`, ...answer.split(/[\r\n]+/), STATUS_LINES[status]],
    notes: [
      'You get this mail because a problem was reported from your account.',
      'If it is not solved, please report it again in the app.',
    ],
  });
}
