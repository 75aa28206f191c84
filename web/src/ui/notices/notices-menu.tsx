import { useSyncExternalStore } from 'react';
import { ActionIcon, Box, Button, Group, Indicator, ScrollArea, Text } from '@mantine/core';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { formatNoun } from '#lib/format.ts';
import { DateTime, RequestId } from '#ui/display/index.ts';
import { ButtonPopover } from '#ui/pop-up/index.ts';
import { isProblem, noticeStore, ToneIcon } from '#ui/toasts/index.ts';
import classes from './notices-menu.module.css';

/** All notices of this visit, including the closed ones. */
export function NoticesMenu() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.all);
  const problems = notices.filter((notice) => !notice.seen && isProblem(notice)).length;
  return (
    <Indicator disabled={problems === 0} size={8} offset={6} color="red">
      <ButtonPopover
        width={360}
        flush
        onClose={noticeStore.markAllSeen}
        button={
          <ActionIcon
            size={32}
            aria-label={problems === 0 ? 'Notices' : `Notices, ${formatNoun(problems, 'problem', 'problems')}`}
          >
            <IconBell size={18} aria-hidden />
          </ActionIcon>
        }
      >
        <Group justify="space-between" className={classes['head']}>
          <Text fw={600}>Notices</Text>
          <Button variant="subtle" size="compact-sm" disabled={notices.length === 0} onClick={noticeStore.clear}>
            Clear
          </Button>
        </Group>
        {notices.length === 0 ? (
          <Text c="dimmed" p="md">
            No notices yet. Closed notices stay here until you sign out.
          </Text>
        ) : (
          <ScrollArea.Autosize mah={360} tabIndex={0}>
            <Box component="ul" py={4}>
              {notices.map((notice) => (
                <Group key={notice.id} component="li" gap="0.625rem" px="0.875rem" py="xs" wrap="nowrap" align="start">
                  <ToneIcon tone={notice.tone} />
                  <div>
                    <div className={classes['text']}>{notice.text}</div>
                    {notice.tone === 'error' && <RequestId of={notice.text} />}
                    <Text size="xs" c="dimmed">
                      <DateTime value={notice.at} />
                    </Text>
                  </div>
                </Group>
              ))}
            </Box>
          </ScrollArea.Autosize>
        )}
      </ButtonPopover>
    </Indicator>
  );
}
