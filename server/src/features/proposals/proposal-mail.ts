import type { Right } from '@muneem/contract/rights';
import type { Tx } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { noticeJob, type NoticeSender } from '#platform/mailer/index.ts';
import { listPersons, whyNotDecide } from '#features/second-person/index.ts';

const PROPOSED_MAIL_JOB = 'proposal-mail';

interface ProposedMail {
  readonly to: string;
  readonly title: string;
  readonly reason: string;
  readonly by: string;
}

interface Told extends Omit<ProposedMail, 'to' | 'by'> {
  readonly proposedBy: string;
  readonly right: Right | undefined;
}

/** Mails those who can decide, in the proposal's transaction. A mail only links to the screen: it decides nothing. */
export async function mailDeciders(
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  { proposedBy, right, ...told }: Told,
): Promise<string[]> {
  const persons = await listPersons(tx, tx.now);
  const proposer = persons.find(({ id }) => id === proposedBy);
  const deciders = persons.filter((person) => whyNotDecide(person, proposer, right) === null);
  for (const { email: to } of deciders) {
    const data: ProposedMail = { to, by: proposer?.email ?? '', ...told };
    await jobs.enqueue(tx, PROPOSED_MAIL_JOB, data);
  }
  return deciders.map(({ name }) => name);
}

export const proposedMailJob = (sender: NoticeSender) =>
  noticeJob<ProposedMail>(PROPOSED_MAIL_JOB, sender, ({ title, reason, by }) => ({
    subject: 'a decision waits for a second person',
    heading: 'A decision waits for a second person',
    paragraphs: [`${by} proposes: ${title}`, reason],
    link: { label: 'Open the proposal', path: '/second-person' },
    notes: ['Sign in to confirm or decline it. Nothing is done before. It expires after 7 days.'],
  }));
