import { rights } from '@muneem/contract/rights';
import { isSafeLink, type Problem } from '@muneem/contract/problems';
import { USER_DEFAULTS } from '@muneem/contract/users';
import { Button, Group, Stack } from '@mantine/core';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '#lib/may.ts';
import { RecordHistory } from '#features/audit/index.ts';
import { NOTHING } from '#lib/format.ts';
import { useDeletion, type RunDeletion } from '#lib/use-deletion.ts';
import { CopyText, DateTime, type Fact, FactList, Note, Part, StatusBadge } from '#ui/display/index.ts';
import { DetailsWindow } from '#ui/window/index.ts';
import { problemAge } from './problem-age.ts';
import { problemStatus } from './problem-status.ts';
import { copy, TYPE_LABELS } from './problems.copy.ts';
import classes from './problems.module.css';
import { problemQuery } from './problems.queries.ts';

const words = copy.details;

interface ProblemDetailsModalProps {
  readonly id: string;
  /** The row of the list, until the problem has loaded. */
  readonly listed: Problem | undefined;
  readonly onClose: () => void;
  readonly onRespond: () => void;
  readonly onDelete: (problem: Problem, runDeletion: RunDeletion) => void;
}

export function ProblemDetailsModal({ id, listed, onClose, onRespond, onDelete }: ProblemDetailsModalProps) {
  const { enabled, runDeletion } = useDeletion(problemQuery(id).queryKey);
  const query = useQuery({ ...problemQuery(id), placeholderData: () => listed, enabled });
  const { data } = query;
  const mayAnswer = data !== undefined && may(rights.answerProblems);
  return (
    <DetailsWindow
      words={{ ...words, missing: words.failed }}
      size="lg"
      query={query}
      onClose={onClose}
      start={
        mayAnswer && (
          <Button color="red" variant="subtle" onClick={() => onDelete(data, runDeletion)}>
            {copy.delete}
          </Button>
        )
      }
      action={mayAnswer && <Button onClick={onRespond}>{copy.respond}</Button>}
    >
      {(problem) => <Sections problem={problem} />}
    </DetailsWindow>
  );
}

function Sections({ problem }: { readonly problem: Problem }) {
  return (
    <>
      <ProblemHead problem={problem} />
      <Part title={words.description}>
        <p className={classes['prose']}>{problem.description}</p>
      </Part>
      <Part title={words.attachments}>
        <Attachments links={problem.attachments} />
      </Part>
      <Part title={words.response}>
        <ResponseSoFar problem={problem} />
      </Part>
      <Part title={words.record}>
        <FactList facts={facts(problem)} />
      </Part>
      <RecordHistory type="problem" id={problem.id} />
    </>
  );
}

/** The user's attachments. Only web links can be opened, without a referrer. */
function Attachments({ links }: { readonly links: readonly string[] }) {
  if (links.length === 0) return <Note>{words.noAttachments}</Note>;
  return (
    <Stack component="ul" gap={4} style={{ overflowWrap: 'anywhere' }}>
      {links.map((link, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same link may be attached twice; the list never changes
        <li key={at}>
          {isSafeLink(link) ? (
            <a href={link} target="_blank" rel="noopener noreferrer nofollow">
              {link} <IconExternalLink size={14} aria-label="opens in a new tab" />
            </a>
          ) : (
            <>
              <code>{link}</code> <Note span>({words.unsafe})</Note>
            </>
          )}
        </li>
      ))}
    </Stack>
  );
}

export function ProblemHead({ problem }: { readonly problem: Problem }) {
  const { text, isLate } = problemAge(problem, new Date());
  return (
    <div>
      <h3 className={classes['headline']}>{problem.title}</h3>
      <Group gap="0.5rem 0.75rem">
        <StatusBadge {...problemStatus(problem.status)} />
        <Note span>{TYPE_LABELS[problem.type]}</Note>
        <Note span data-late={isLate || undefined} {...(isLate && { c: 'var(--mantine-color-error)' })}>
          {text}
        </Note>
      </Group>
    </div>
  );
}

export function ResponseSoFar({ problem }: { readonly problem: Problem }) {
  if (problem.adminResponse === null) return <Note>{words.noResponse}</Note>;
  return (
    <div className={classes['response']}>
      <p className={classes['prose']}>{problem.adminResponse}</p>
      {problem.respondedBy !== null && (
        <Note>
          {problem.respondedBy}, <DateTime value={problem.respondedAt} />
        </Note>
      )}
    </div>
  );
}

const facts = (problem: Problem): readonly Fact[] => [
  [
    copy.columns.user,
    <Link key="v" to="/users" search={{ user: problem.userId }}>
      {problem.userName}
    </Link>,
  ],
  [
    words.email,
    problem.userEmail === USER_DEFAULTS.email ? NOTHING : <CopyText key="v" value={problem.userEmail} what="email" />,
  ],
  [words.userId, <CopyText key="v" value={problem.userId} what="user ID" mono />],
  [words.problemId, <CopyText key="v" value={problem.id} what="problem ID" mono />],
  [copy.columns.created, <DateTime key="v" value={problem.createdAt} />],
  [copy.columns.updated, <DateTime key="v" value={problem.updatedAt} />],
  [words.resolved, <DateTime key="v" value={problem.resolvedAt} />],
];
