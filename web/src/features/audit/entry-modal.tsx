import { actionText, type AuditEntry } from '@muneem/contract/audit';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ClickLink } from '#features/clicks/index.ts';
import { CopyText, DateTime, FactList } from '#ui/display/index.ts';
import { EmptyState } from '#ui/states/index.ts';
import { DetailsWindow } from '#ui/window/index.ts';
import { copy } from './audit.copy.ts';
import { auditEntryQuery } from './audit.queries.ts';
import { actorName, recordText } from './describe-entry.ts';
import { DiffView } from './diff-view.tsx';

const words = copy.details;

interface EntryModalProps {
  readonly id: number;
  /** The row of the current page. A link may name an entry of another page. */
  readonly listed: AuditEntry | undefined;
  readonly onClose: () => void;
}

export function EntryModal({ id, listed, onClose }: EntryModalProps) {
  const query = useQuery({ ...auditEntryQuery(id), initialData: () => listed });
  const { data } = query;
  return (
    <DetailsWindow
      words={data ? { ...words, title: actionText(data.action) } : words}
      query={query}
      loading={data === null && <EmptyState title={words.missing} compact />}
      onClose={onClose}
      start={
        data && (
          <Anchor
            renderRoot={(props) => (
              <Link to="/audit" search={{ recordType: data.recordType, recordId: data.recordId }} {...props} />
            )}
          >
            {words.history}
          </Anchor>
        )
      }
    >
      {(entry) => <Sections entry={entry} />}
    </DetailsWindow>
  );
}

function Sections({ entry }: { readonly entry: AuditEntry }) {
  return (
    <>
      <FactList
        facts={[
          [copy.columns.at, <DateTime key="v" value={entry.at} />],
          [copy.columns.actor, actorName(entry.actor)],
          [copy.columns.from, entry.ip],
          [
            `${words.record} (${recordText({ ...entry, recordId: entry.recordType }).toLowerCase()})`,
            entry.recordType === 'click' ? (
              <ClickLink key="v" clickId={entry.recordId} />
            ) : (
              <CopyText key="v" value={entry.recordId} what="record id" mono />
            ),
          ],
          [words.request, entry.requestId && <CopyText key="v" value={entry.requestId} what="request id" mono />],
        ]}
      />
      <DiffView entry={entry} />
    </>
  );
}
