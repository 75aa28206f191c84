import type { AuditEntry } from '@muneem/contract/audit';
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ClickLink } from '#features/clicks/index.ts';
import { NOTHING } from '#lib/format.ts';
import { CopyText, DateTime } from '#ui/display/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { actorName } from './actor-name.ts';
import { copy } from './audit.copy.ts';
import classes from './audit.module.css';
import { actionText } from './describe-entry.ts';
import { DiffView } from './diff-view.tsx';

const words = copy.details;

/** One entry in full. */
export function EntryModal({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  return (
    <ModalWindow
      onClose={onClose}
      title={actionText(entry.action)}
      size="xl"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack gap="lg">
        <dl className={classes['facts']}>
          <div>
            <dt>{copy.columns.at}</dt>
            <dd>
              <DateTime value={entry.at} />
            </dd>
          </div>
          <div>
            <dt>{copy.columns.actor}</dt>
            <dd>{actorName(entry.actor)}</dd>
          </div>
          <div>
            <dt>{copy.columns.from}</dt>
            <dd>{entry.ip ?? NOTHING}</dd>
          </div>
          <div>
            <dt>
              {words.record} ({entry.recordType})
            </dt>
            <dd>
              {entry.recordType === 'click' ? (
                <ClickLink clickId={entry.recordId} />
              ) : (
                <CopyText value={entry.recordId} what="record id" mono />
              )}
            </dd>
          </div>
          {entry.requestId !== null && (
            <div>
              <dt>{words.request}</dt>
              <dd>
                <CopyText value={entry.requestId} what="request id" mono />
              </dd>
            </div>
          )}
        </dl>
        <DiffView entry={entry} />
        <Group justify="space-between">
          <Anchor
            renderRoot={(props) => (
              <Link to="/audit" search={{ recordType: entry.recordType, recordId: entry.recordId }} {...props} />
            )}
          >
            {words.history}
          </Anchor>
          <Button variant="default" onClick={onClose}>
            {words.close}
          </Button>
        </Group>
      </Stack>
    </ModalWindow>
  );
}
